package api

// OwnTimes returns the ids of the actions that Options.Timeout does not end.
func (a *API) OwnTimes() []string {
	var ids []string
	for _, act := range a.order {
		if act.OwnTime {
			ids = append(ids, act.ID)
		}
	}
	return ids
}
