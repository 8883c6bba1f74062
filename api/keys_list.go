package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

// keyBody is a key without its secret.
type keyBody struct {
	ID         platform.KeyID `json:"id"`
	Name       string         `json:"name"`
	Prefix     string         `json:"prefix" doc:"The beginning of the key, to tell keys apart."`
	Role       platform.Role  `json:"role" enum:"owner,editor,viewer" doc:"What the key may do at most; never more than its maker may at present."`
	MadeBy     userBody       `json:"madeBy" doc:"The person it acts as."`
	CreatedAt  time.Time      `json:"createdAt"`
	ExpiresAt  *time.Time     `json:"expiresAt" doc:"null: never."`
	LastUsedAt *time.Time     `json:"lastUsedAt" doc:"Accurate to some minutes; null: never."`
}

func keyOf(k identity.Key) keyBody {
	return keyBody{ID: k.ID, Name: k.Name, Prefix: k.Prefix, Role: k.Role, MadeBy: userOf(k.Maker), CreatedAt: k.CreatedAt,
		ExpiresAt: timeOrNull(k.ExpiresAt), LastUsedAt: timeOrNull(k.LastUsedAt)}
}

func timeOrNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

func (a *API) registerListKeys() {
	register(a, action{ID: "list-keys", Method: http.MethodGet, Path: workspacePath + "/keys", Tag: "API keys", Access: viewers,
		Summary: "List API keys", Description: "Owners see all keys of the workspace, others those they made."},
		func(ctx context.Context, by platform.Actor, in *workspaceListInput) (*listOutput[keyBody], error) {
			keys, err := a.Identity.Keys(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, keys, func(k identity.Key) string { return string(k.ID) }, keyOf)
		})
}
