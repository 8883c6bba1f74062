package authorization

import (
	"time"

	"berth/platform"
)

// SignedIn is somebody who lets clients use an app, as the app's author sees them. Times are UTC.
type SignedIn struct {
	ID          string // platform.PersonID: what the app's handlers and rows know them by
	Email, Name string
	Reviewer    bool      // an account for the reviewers of the app
	Since       time.Time // of the oldest of the grants
	LastUsedAt  time.Time // of the newest use of any, zero = none was used; accurate to some minutes
	Clients     []SignedInClient
}

// SignedInClient is a client that the person lets use the app, by one grant or several.
type SignedInClient struct {
	Name, Host string // Host is "" for a client that has registered
	LastUsedAt time.Time
}

// SignedInOf returns the person of grants at one app, of which there is at least one, oldest first.
func SignedInOf(email, name string, grants []Grant) SignedIn {
	first := grants[0]
	p := SignedIn{ID: platform.PersonID(first.App, first.User), Email: email, Name: name, Since: first.CreatedAt}
	at := map[string]int{} // of a client in p.Clients
	for _, g := range grants {
		i, known := at[g.Client]
		if !known {
			i = len(p.Clients)
			at[g.Client] = i
			p.Clients = append(p.Clients, SignedInClient{})
		}
		c := &p.Clients[i]
		c.Name, c.Host, c.LastUsedAt = g.ClientName, g.ClientHost, Later(c.LastUsedAt, g.LastUsedAt)
		p.LastUsedAt = Later(p.LastUsedAt, g.LastUsedAt)
	}
	return p
}

// Later returns the later of two times.
func Later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}
