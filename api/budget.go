package api

import "berth/platform"

// Budget says how often somebody may ask for something; RATE_LIMITED beyond it.
type Budget interface {
	Allow(person platform.UserID) error
}

// costlyNote stands in the description of every costly action.
const costlyNote = "Counts as costly."

// spend counts a costly request of a person, whichever key or browser it comes from and whatever becomes of it.
func (a *API) spend(by platform.Actor) error {
	if a.Budget == nil {
		return nil
	}
	return a.Budget.Allow(by.User)
}
