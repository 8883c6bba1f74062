package api

import (
	"fmt"
	"math"

	"berth/platform"
)

// Budget says how often somebody may ask for something; RATE_LIMITED beyond it.
type Budget interface {
	Allow(app platform.AppID, caller string) error
}

// costlyNote stands in the description of every costly action.
const costlyNote = "Counts as costly."

// spend counts a costly request of a person, whichever key or browser it comes from and whatever becomes of it.
func (a *API) spend(by platform.Actor) error {
	if a.Budget == nil {
		return nil
	}
	err := a.Budget.Allow("api", string(by.User))
	if e := platform.AsError(err); err != nil && e.Code == platform.CodeRateLimited {
		return &platform.Error{Code: e.Code, RetryAfter: e.RetryAfter,
			Msg: fmt.Sprintf("You have asked for much in a short time. Try again in %d s.", int(math.Ceil(e.RetryAfter.Seconds())))}
	}
	return err
}
