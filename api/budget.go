package api

import (
	"net/http"

	"berth/platform"
)

// Budget limits how often a person may do something. Beyond the limit Allow returns RATE_LIMITED.
type Budget interface {
	Allow(person platform.UserID) error
}

// Budgets are the limits of one person, over all keys and browsers of the person, whether or not a request succeeds. nil =
// no limit.
type Budgets struct {
	Costly  Budget // requests that render, check, run or count much
	Write   Budget // requests that change something: with any method but GET
	Publish Budget // publishes, which are writes too
}

// costlyNote stands in the description of every costly action.
const costlyNote = "Counts as costly."

// spend counts a request of a person.
func (a *API) spend(act action, by platform.Actor) error {
	for _, b := range []struct {
		counts bool
		budget Budget
	}{{act.Costly, a.Budgets.Costly}, {act.Access != anybody && act.Method != http.MethodGet, a.Budgets.Write}, {act.Publishes, a.Budgets.Publish}} {
		if b.counts {
			if err := take(b.budget, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// take counts something that a person does; b nil = no limit.
func take(b Budget, by platform.Actor) error {
	if b == nil {
		return nil
	}
	return b.Allow(by.User)
}
