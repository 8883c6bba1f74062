package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/authorization"
)

// Authorizations tells what became of clients that wanted to use an app for somebody. An app of another workspace is APP_NOT_FOUND.
type Authorizations interface {
	// Attempts lists newest first.
	Attempts(ctx context.Context, by platform.Actor, app platform.AppID) ([]authorization.Attempt, error)
}

type attemptBody struct {
	At         time.Time             `json:"at"`
	Client     string                `json:"client" doc:"Its client_id, as it was sent."`
	ClientName string                `json:"clientName" doc:"What a registered client calls itself. Empty: it is not, or no longer, registered."`
	Person     string                `json:"person" doc:"Who was signed in: the e-mail address where the app names who may sign in or the person is of your workspace, else the id that handlers see. Empty: nobody yet."`
	Step       authorization.Step    `json:"step" enum:"authorize,consent,token,refresh"`
	Outcome    authorization.Outcome `json:"outcome" enum:"ok,waiting,denied,failed" doc:"waiting: for the person to sign in or to answer."`
	Reason     string                `json:"reason" doc:"What failed, what was expected, what to change. Empty: nothing failed."`
}

type attemptsOutput struct {
	Body struct {
		Items []attemptBody `json:"items"`
	}
}

func (a *API) registerListAuthorizations() {
	register(a, action{ID: "list-authorizations", Method: http.MethodGet, Path: "/apps/{id}/authorizations", Tag: "Observe", Access: viewers,
		Summary:     "List attempts to sign in",
		Description: "The last 50 steps of clients that wanted to use the app for somebody, newest first: why a connection fails. Refreshing is listed where it failed."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*attemptsOutput, error) {
			all, err := a.Authorizations.Attempts(ctx, by, in.ID)
			if err != nil {
				return nil, err
			}
			out := &attemptsOutput{}
			out.Body.Items = make([]attemptBody, 0, len(all))
			for _, at := range all {
				out.Body.Items = append(out.Body.Items,
					attemptBody{At: at.At, Client: at.Client, ClientName: at.ClientName, Person: at.Person, Step: at.Step, Outcome: at.Outcome, Reason: at.Reason})
			}
			return out, nil
		})
}
