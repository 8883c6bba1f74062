package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

type changeBody struct {
	Field  string         `json:"field" doc:"Of the App, “themeVariables.light.accent” for a part of one; tools, views and access for what only seeded apps change."`
	Title  string         `json:"title" example:"Tool description"`
	Text   string         `json:"text" doc:"The difference in words. Plain text."`
	Effect publish.Effect `json:"effect" enum:"call,refresh" doc:"Who is connected sees it with the next call, or once the client reads the app anew."`
}

type changesOutput struct {
	Body struct {
		From  *int         `json:"from" doc:"The release that it is compared with; null when there is none before it."`
		Items []changeBody `json:"items"`
	}
}

func newChanges(changes []publish.Change, since int) *changesOutput {
	out := &changesOutput{}
	out.Body.Items = make([]changeBody, 0, len(changes))
	if since > 0 {
		out.Body.From = &since
	}
	for _, c := range changes {
		out.Body.Items = append(out.Body.Items, changeBody(c))
	}
	return out
}

type releaseChangesInput struct {
	ReleaseInput
	From int `query:"from" minimum:"0" doc:"The release to compare with; the default is the one before."`
}

func (a *API) registerReleaseChanges() {
	register(a, action{ID: "list-release-changes", Method: http.MethodGet, Path: "/apps/{id}/releases/{version}/changes", Tag: "Releases", Access: viewers, Costly: true,
		Summary: "Say what a release changed", Description: "In words, in the order in which an author reads them."},
		func(ctx context.Context, by platform.Actor, in *releaseChangesInput) (*changesOutput, error) {
			changes, since, err := a.Apps.ReleaseChanges(ctx, by.Workspace, in.ID, in.Version, in.From)
			if err != nil {
				return nil, err
			}
			return newChanges(changes, since), nil
		})
}

type draftChangesInput struct {
	AppInput
	From int `query:"from" minimum:"0" doc:"The release to compare with; the default is the live one, or the newest."`
}

func (a *API) registerDraftChanges() {
	register(a, action{ID: "list-draft-changes", Method: http.MethodGet, Path: "/apps/{id}/changes", Tag: "Releases", Access: viewers, Costly: true,
		Summary: "Say what the next publish would change", Description: "The draft compared with a release."},
		func(ctx context.Context, by platform.Actor, in *draftChangesInput) (*changesOutput, error) {
			changes, since, err := a.Apps.DraftChanges(ctx, by.Workspace, in.ID, in.From)
			if err != nil {
				return nil, err
			}
			return newChanges(changes, since), nil
		})
}
