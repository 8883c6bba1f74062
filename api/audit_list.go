package api

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

type listAuditInput struct {
	WorkspaceInput
	ListQuery
	Action string    `query:"action" maxLength:"64" doc:"Only this action, such as app.publish, or all of a group, which is what stands before the dot: app. One that is not in the list finds nothing."`
	Actor  string    `query:"actor" maxLength:"254" doc:"Only changes of the person with this e-mail address."`
	Target string    `query:"target" maxLength:"100" doc:"Only changes of what has this id."`
	Since  time.Time `query:"since" doc:"Only changes from then on."`
	Until  time.Time `query:"until" doc:"Only changes before then."`
}

type auditBody struct {
	ID        string                 `json:"id"`
	At        time.Time              `json:"at"`
	Actor     string                 `json:"actor" doc:"E-mail address of the person; empty for Berth itself."`
	ActorKind platform.PrincipalKind `json:"actorKind" doc:"session, key, token or system."`
	Action    string                 `json:"action" example:"app.publish" doc:"What was done. One of: app.activate, app.create, app.delete, app.listing, app.mode, app.publish, app.resume, app.revoke, app.sampling, app.suspend, app.unpublish, app.update, appointment.book, invitation.accept, invitation.create, invitation.revoke, key.create, key.delete, member.remove, member.update, reviewer.create, reviewer.delete, row.create, row.delete, row.update, secret.delete, secret.set, table.create, table.delete, table.import, table.undo, table.update, task.add, task.complete, task.delete, task.update, user.create, webhook.create, webhook.delete, workspace.create, workspace.llm, workspace.resume, workspace.suspend, workspace.update. Later versions may know more."`
	Target    string                 `json:"target" doc:"Id of what was changed."`
	Before    json.RawMessage        `json:"before" doc:"The state before; null when there was none."`
	After     json.RawMessage        `json:"after" doc:"The state after; null when nothing is left."`
	Address   string                 `json:"address"`
	UserAgent string                 `json:"userAgent"`
	Device    string                 `json:"device" doc:"What people call that program, such as Chrome on Mac; a guess."`
	RequestID string                 `json:"requestId"`
}

func auditOf(e identity.AuditEntry) auditBody {
	return auditBody{ID: e.ID, At: e.At, Actor: e.Actor, ActorKind: e.ActorKind, Action: e.Action, Target: e.Target,
		Before: e.Before, After: e.After, Address: e.Address, UserAgent: e.UserAgent, Device: identity.Device(e.UserAgent), RequestID: e.RequestID}
}

func (a *API) registerListAudit() {
	register(a, action{ID: "list-audit", Method: http.MethodGet, Path: workspacePath + "/audit", Tag: "Workspaces", Access: owners,
		Summary: "List changes", Description: "Who changed what in the workspace, newest first."},
		func(ctx context.Context, by platform.Actor, in *listAuditInput) (*listOutput[auditBody], error) {
			entries, next, err := a.Identity.Audit(ctx, by.Principal, identity.AuditQuery{
				Action: in.Action, Actor: in.Actor, Target: in.Target, Since: in.Since, Until: in.Until, Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(entries, next, auditOf), nil
		})
}
