package api

import (
	"context"
	"net/http"

	"berth/platform"
)

type revokeKeyInput struct {
	WorkspaceInput
	Key platform.KeyID `path:"keyId"`
}

func (a *API) registerRevokeKey() {
	register(a, action{ID: "revoke-key", Method: http.MethodDelete, Path: workspacePath + "/keys/{keyId}", Tag: "API keys", Access: viewers, Resigns: true,
		Summary: "Revoke an API key", Description: "Effective everywhere within 10 seconds. The keys that were made with it go too. Owners revoke any key, others those they made."},
		func(ctx context.Context, by platform.Actor, in *revokeKeyInput) (*emptyOutput, error) {
			return nil, a.Identity.RevokeKey(ctx, by, in.Key)
		})
}
