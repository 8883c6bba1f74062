package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
)

// Samples says whose calls are sampled.
type Samples interface {
	Sampling(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Sampling, error)
	// SetSampling returns CONFLICT for an app whose calls are never kept.
	SetSampling(ctx context.Context, by platform.Actor, id platform.AppID, set platform.Sampling) (platform.Sampling, error)
}

type setSamplingInput struct {
	AppInput
	Body struct {
		Enabled       bool `json:"enabled"`
		RetentionDays int  `json:"retentionDays,omitempty" minimum:"1" maximum:"30" default:"7" doc:"How long a sample is kept."`
	}
}

type samplingOutput struct {
	Body struct {
		Enabled       bool       `json:"enabled"`
		RetentionDays int        `json:"retentionDays"`
		Since         *time.Time `json:"since" doc:"When it was turned on; null while it is off."`
	}
}

func newSampling(s platform.Sampling) *samplingOutput {
	out := &samplingOutput{}
	out.Body.Enabled, out.Body.RetentionDays, out.Body.Since = s.Enabled, s.RetentionDays, timeOrNull(s.Since)
	return out
}

func (a *API) registerGetSampling() {
	register(a, action{ID: "get-sampling", Method: http.MethodGet, Path: "/apps/{id}/sampling", Tag: "Observe", Access: editors,
		Summary: "Are calls sampled?"},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*samplingOutput, error) {
			s, err := a.Apps.Sampling(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return newSampling(s), nil
		})
}

func (a *API) registerSetSampling() {
	register(a, action{ID: "set-sampling", Method: http.MethodPut, Path: "/apps/{id}/sampling", Tag: "Observe", Access: editors,
		Summary: "Sample calls",
		Description: "Off by default. While it is on, arguments and results of calls are kept: of the newest 200, each for retentionDays at most. " +
			"Turning it off deletes them at once. Effective on every replica within 10 seconds. " +
			"409 for an app that ships with the server: people tell it about themselves and others."},
		func(ctx context.Context, by platform.Actor, in *setSamplingInput) (*samplingOutput, error) {
			s, err := a.Apps.SetSampling(ctx, by, in.ID, platform.Sampling{Enabled: in.Body.Enabled, RetentionDays: in.Body.RetentionDays})
			if err != nil {
				return nil, err
			}
			return newSampling(s), nil
		})
}
