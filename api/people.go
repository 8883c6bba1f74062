package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/authorization"
)

// People knows who has signed in to an app, and ends that. Package store implements it.
type People interface {
	SignedIn(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, cursor string, limit int) ([]authorization.SignedIn, string, error)
	RemoveSignedIn(ctx context.Context, by platform.Actor, app platform.AppID, person string) error
}

type personBody struct {
	ID         string             `json:"id" doc:"What the app's handlers and rows know the person by. It is another one in each app."`
	Email      string             `json:"email"`
	Name       string             `json:"name"`
	Reviewer   bool               `json:"reviewer" doc:"The account that was made for the app's reviewers."`
	Since      time.Time          `json:"since"`
	LastUsedAt *time.Time         `json:"lastUsedAt" doc:"To some minutes; null: not yet."`
	Clients    []personClientBody `json:"clients"`
}

type personClientBody struct {
	Name       string     `json:"name" doc:"As it calls itself."`
	Host       *string    `json:"host" doc:"Where its document is; null for a client that has registered."`
	LastUsedAt *time.Time `json:"lastUsedAt"`
}

func personOf(p authorization.SignedIn) personBody {
	b := personBody{ID: p.ID, Email: p.Email, Name: p.Name, Reviewer: p.Reviewer, Since: p.Since, LastUsedAt: timeOrNull(p.LastUsedAt),
		Clients: make([]personClientBody, len(p.Clients))}
	for i, c := range p.Clients {
		b.Clients[i] = personClientBody{Name: c.Name, LastUsedAt: timeOrNull(c.LastUsedAt)}
		if c.Host != "" {
			b.Clients[i].Host = &c.Host
		}
	}
	return b
}

func (a *API) registerListPeople() {
	register(a, action{ID: "list-people", Method: http.MethodGet, Path: "/apps/{id}/people", Tag: "Apps", Access: editors,
		Summary: "List people", Description: "Who has signed in to the app and lets clients use it, the newest account first."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[personBody], error) {
			people, next, err := a.People.SignedIn(ctx, by.Workspace, in.ID, in.Cursor, in.Limit)
			if err != nil {
				return nil, err
			}
			return newList(people, next, personOf), nil
		})
}

type removePersonInput struct {
	AppInput
	Person string `path:"personId" doc:"As the list has it." maxLength:"64"`
}

func (a *API) registerRemovePerson() {
	register(a, action{ID: "remove-person", Method: http.MethodDelete, Path: "/apps/{id}/people/{personId}", Tag: "Apps", Access: editors,
		Summary: "Sign a person out of the app", Description: "Ends what all clients may do for them there, within a second. They can sign in again where the app lets them."},
		func(ctx context.Context, by platform.Actor, in *removePersonInput) (*emptyOutput, error) {
			return nil, a.People.RemoveSignedIn(ctx, by, in.ID, in.Person)
		})
}
