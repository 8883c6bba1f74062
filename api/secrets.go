package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/secrets"
)

// Secrets manages what an app sends along to its author's API.
type Secrets interface {
	Set(ctx context.Context, by platform.Actor, app platform.AppID, s platform.Secret) error
	List(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]secrets.Kept, error)
	Delete(ctx context.Context, by platform.Actor, app platform.AppID, name string) error
}

const secretsPath = "/apps/{id}/secrets"

type secretBody struct {
	Name   string     `json:"name"`
	Hosts  []string   `json:"hosts" doc:"To no other is it sent."`
	SetAt  time.Time  `json:"setAt"`
	UsedAt *time.Time `json:"usedAt" doc:"To the minute; null: not since it was set."`
}

func secretOf(s secrets.Kept) secretBody {
	return secretBody{Name: s.Name, Hosts: s.Hosts, SetAt: s.SetAt, UsedAt: timeOrNull(s.UsedAt)}
}

func (a *API) registerListSecrets() {
	register(a, action{ID: "list-secrets", Method: http.MethodGet, Path: secretsPath, Tag: "Secrets", Access: viewers,
		Summary: "List secrets", Description: "Without their values, which nobody can read again."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[secretBody], error) {
			all, err := a.Secrets.List(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, all, func(s secrets.Kept) string { return s.Name }, secretOf)
		})
}

type setSecretBody struct {
	Value string   `json:"value" writeOnly:"true" doc:"4 bytes to 8 KiB: a shorter one could not be told from other text in what an API answers." example:"sk-…"`
	Hosts []string `json:"hosts" doc:"Whom it may be sent to: host, or host:port. At least one, at most 20." example:"[\"api.example.com\"]"`
}

type setSecretInput struct {
	AppInput
	Name string `path:"secret" pattern:"^[A-Z][A-Z0-9_]{0,63}$" patternDescription:"capital letters, digits and _, beginning with a letter, at most 64 characters" example:"API_KEY"`
	Body setSecretBody
}

func (a *API) registerSetSecret() {
	register(a, action{ID: "set-secret", Method: http.MethodPut, Path: secretsPath + "/{secret}", Tag: "Secrets", Access: editors, Status: http.StatusNoContent,
		Summary: "Set a secret", Description: "What the app's tools send along as `{{secret.NAME}}`, to its own hosts alone. It is kept encrypted and never shown again. " +
			"What is live uses it within a second, without a publish. An app has at most 50.",
		Check: checking(func(b setSecretBody) []platform.Problem { return secrets.Problems(b.secret("A")) })}, // the name is the path's
		func(ctx context.Context, by platform.Actor, in *setSecretInput) (*emptyOutput, error) {
			return nil, a.Secrets.Set(ctx, by, in.ID, in.Body.secret(in.Name))
		})
}

func (b setSecretBody) secret(name string) platform.Secret {
	return platform.Secret{Name: name, Hosts: b.Hosts, Value: platform.SecretText(b.Value)}
}

type deleteSecretInput struct {
	AppInput
	Name string `path:"secret"`
}

func (a *API) registerDeleteSecret() {
	register(a, action{ID: "delete-secret", Method: http.MethodDelete, Path: secretsPath + "/{secret}", Tag: "Secrets", Access: editors,
		Summary: "Delete a secret", Description: "Within a second the tools that need it fail, and send nothing."},
		func(ctx context.Context, by platform.Actor, in *deleteSecretInput) (*emptyOutput, error) {
			return nil, a.Secrets.Delete(ctx, by, in.ID, in.Name)
		})
}
