package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
)

type reviewerOutput struct {
	Body struct {
		Email     *string    `json:"email" doc:"Null: there is no account."`
		ExpiresAt *time.Time `json:"expiresAt"`
	}
}

func (a *API) registerGetReviewer() {
	register(a, action{ID: "get-reviewer", Method: http.MethodGet, Path: "/apps/{id}/reviewer", Tag: "Apps", Access: editors,
		Summary: "Get the reviewer's account", Description: "The account that was made for those who review the app for a directory, without its password."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*reviewerOutput, error) {
			out := &reviewerOutput{}
			u, err := a.Identity.Reviewer(ctx, by.Principal, in.ID)
			if platform.IsCode(err, platform.CodeNotFound) {
				return out, nil
			}
			out.Body.Email, out.Body.ExpiresAt = &u.Email, timeOrNull(u.ExpiresAt)
			return out, err
		})
}

type newReviewerOutput struct {
	Body struct {
		Email     string    `json:"email"`
		Password  string    `json:"password" doc:"Shown this once."`
		ExpiresAt time.Time `json:"expiresAt" doc:"In 90 days."`
	}
}

func (a *API) registerCreateReviewer() {
	register(a, action{ID: "create-reviewer", Method: http.MethodPost, Path: "/apps/{id}/reviewer", Tag: "Apps", Access: editors, Costly: true, Status: http.StatusCreated,
		Summary: "Make a reviewer's account",
		Description: "Makes a person with a password for those who review the app for a directory, and ends the former one. Who signs in with it may use this app, " +
			"whatever its list says, and nothing else. 409 for an app that is not live, or is public."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*newReviewerOutput, error) {
			u, password, err := a.Identity.NewReviewer(ctx, by, in.ID)
			if err != nil {
				return nil, err
			}
			out := &newReviewerOutput{}
			out.Body.Email, out.Body.Password, out.Body.ExpiresAt = u.Email, password, u.ExpiresAt
			return out, nil
		})
}

func (a *API) registerDeleteReviewer() {
	register(a, action{ID: "delete-reviewer", Method: http.MethodDelete, Path: "/apps/{id}/reviewer", Tag: "Apps", Access: editors,
		Summary: "End the reviewer's account", Description: "Its sessions, what clients may do for it, and its rows in the app end with it, within a second."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*emptyOutput, error) {
			return nil, a.Identity.DeleteReviewer(ctx, by, in.ID)
		})
}
