package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

type createKeyInput struct {
	WorkspaceInput
	Body newKeyBody
}

type newKeyBody struct {
	Name      string        `json:"name" minLength:"1" maxLength:"100"`
	Role      platform.Role `json:"role,omitempty" enum:"owner,editor,viewer" doc:"At most your own, which is the default."`
	ExpiresAt *time.Time    `json:"expiresAt,omitempty" nullable:"true" doc:"The default is never."`
}

func (b newKeyBody) key() identity.NewKey {
	return identity.NewKey{Name: b.Name, Role: b.Role, ExpiresAt: b.ExpiresAt}
}

type createKeyOutput struct {
	Body struct {
		ID        platform.KeyID `json:"id"`
		Name      string         `json:"name"`
		Prefix    string         `json:"prefix"`
		Role      platform.Role  `json:"role" enum:"owner,editor,viewer"`
		Key       string         `json:"key" doc:"The key itself. It is shown only now." example:"brt_…"`
		CreatedAt time.Time      `json:"createdAt"`
		ExpiresAt *time.Time     `json:"expiresAt"`
	}
}

func (a *API) registerCreateKey() {
	register(a, action{ID: "create-key", Method: http.MethodPost, Path: workspacePath + "/keys", Tag: "API keys", Access: viewers, Status: http.StatusCreated,
		Summary: "Make an API key", Description: "It acts as you, in this workspace. A key made with an API key expires no later than that one, and is revoked together with it.",
		Check: checking(func(b newKeyBody) []platform.Problem { return b.key().Problems(a.Now()) })},
		func(ctx context.Context, by platform.Actor, in *createKeyInput) (*createKeyOutput, error) {
			k, secret, err := a.Identity.CreateKey(ctx, by, in.Body.key())
			if err != nil {
				return nil, err
			}
			out := &createKeyOutput{}
			b := &out.Body
			b.ID, b.Name, b.Prefix, b.Role, b.Key = k.ID, k.Name, k.Prefix, k.Role, secret
			b.CreatedAt, b.ExpiresAt = k.CreatedAt, timeOrNull(k.ExpiresAt)
			return out, nil
		})
}
