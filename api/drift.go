package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/drift"
)

// Drift says whether the answers of the servers behind an app's live tools look as they did.
type Drift interface {
	Report(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]drift.Kept, error)
	Check(ctx context.Context, by platform.Actor, app platform.AppID) ([]drift.Kept, error)
}

const driftPath = "/apps/{id}/drift"

type driftBody struct {
	Tool        string            `json:"tool"`
	State       string            `json:"state" enum:"ok,changed,failing,unknown"`
	CheckedAt   *time.Time        `json:"checkedAt" doc:"null: not yet."`
	Differences []differenceFound `json:"differences" doc:"Why it is not ok."`
}

type differenceFound struct {
	Pointer string `json:"pointer" doc:"A place of the answer (RFC 6901), where * is each entry; empty: the answer as a whole." example:"/data/*/price"`
	Message string `json:"message" example:"is gone: what is shown would lose price"`
}

type driftOutput struct {
	Body struct {
		Items []driftBody `json:"items"`
	}
}

func driftOf(all []drift.Kept) *driftOutput {
	out := &driftOutput{}
	out.Body.Items = []driftBody{}
	for _, k := range all {
		one := driftBody{Tool: k.Tool, State: string(k.State), CheckedAt: timeOrNull(k.CheckedAt), Differences: []differenceFound{}}
		for _, d := range k.Differences {
			one.Differences = append(one.Differences, differenceFound(d))
		}
		out.Body.Items = append(out.Body.Items, one)
	}
	return out
}

func (a *API) registerGetDrift() {
	register(a, action{ID: "get-drift", Method: http.MethodGet, Path: driftPath, Tag: "Releases", Access: viewers,
		Summary: "See whether answers still look as they did", Description: "Of each live tool of the kind http that only reads, is not switched to mock and has an example. " +
			"How answers look is recorded for each release: types and members, no values. What is there only now and then, and what is new, is no difference."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*driftOutput, error) {
			all, err := a.Drift.Report(ctx, by.Workspace, in.ID)
			return driftOf(all), err
		})
}

func (a *API) registerCheckDrift() {
	register(a, action{ID: "check-drift", Method: http.MethodPost, Path: driftPath, Tag: "Releases", Access: editors, Costly: true, OwnTime: true,
		Summary:     "Check now whether answers still look as they did",
		Description: "Calls each of these tools with its example, for nobody. The first check of a release records how the answer looks."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*driftOutput, error) {
			all, err := a.Drift.Check(ctx, by, in.ID)
			return driftOf(all), err
		})
}
