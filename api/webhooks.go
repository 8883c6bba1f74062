package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/webhooks"
)

// Webhooks manages who is told of changes of an app's rows.
type Webhooks interface {
	Problems(address string, events []webhooks.Kind) []platform.Problem
	Create(ctx context.Context, by platform.Actor, app platform.AppID, address string, events []webhooks.Kind) (webhooks.Webhook, string, error)
	List(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) ([]webhooks.Webhook, error)
	Delete(ctx context.Context, by platform.Actor, app platform.AppID, id platform.WebhookID) error
	Deliveries(ctx context.Context, ws platform.WorkspaceID, app platform.AppID, id platform.WebhookID, page webhooks.Page) ([]webhooks.Delivery, string, error)
}

const webhooksPath = "/apps/{id}/webhooks"

type webhookBody struct {
	ID        platform.WebhookID `json:"id"`
	URL       string             `json:"url"`
	Events    []webhooks.Kind    `json:"events" enum:"row.created,row.updated,row.deleted"`
	CreatedAt time.Time          `json:"createdAt"`
}

func webhookOf(w webhooks.Webhook) webhookBody {
	return webhookBody{ID: w.ID, URL: w.URL, Events: w.Events, CreatedAt: w.CreatedAt}
}

func (a *API) registerListWebhooks() {
	register(a, action{ID: "list-webhooks", Method: http.MethodGet, Path: webhooksPath, Tag: "Tables", Access: editors,
		Summary: "List webhooks", Description: "Their addresses may hold secrets, so that viewers do not see them."},
		func(ctx context.Context, by platform.Actor, in *AppListInput) (*listOutput[webhookBody], error) {
			all, err := a.Webhooks.List(ctx, by.Workspace, in.ID)
			if err != nil {
				return nil, err
			}
			return cut(in.ListQuery, all, func(w webhooks.Webhook) string { return string(w.ID) }, webhookOf)
		})
}

type newWebhookBody struct {
	URL    string          `json:"url" minLength:"1" maxLength:"2000" doc:"An https address, on port 443. Redirects are not followed." example:"https://example.com/hooks/rows"`
	Events []webhooks.Kind `json:"events" minItems:"1" maxItems:"3" uniqueItems:"true" enum:"row.created,row.updated,row.deleted"`
}

type createWebhookInput struct {
	AppInput
	Body newWebhookBody
}

type createWebhookOutput struct {
	Body struct {
		webhookBody
		Secret string `json:"secret" doc:"With which messages are signed. It is shown only now." example:"whsec_…"`
	}
}

func (a *API) registerCreateWebhook() {
	register(a, action{ID: "create-webhook", Method: http.MethodPost, Path: webhooksPath, Tag: "Tables", Access: editors, Status: http.StatusCreated,
		Summary: "Make a webhook", Description: "Its server gets a POST for each row that is made, changed or deleted from then on, by whatever way: " +
			"`{type, timestamp, data: {table, row}}`, signed as in Standard Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`). " +
			"Messages about one row come in order, each at least once; the same `webhook-id` means the same message. " +
			"Any status but 2xx is a failure: it is tried again after 3 s, then less and less often, for 24 h.",
		Check: checking(func(b newWebhookBody) []platform.Problem { return a.Webhooks.Problems(b.URL, b.Events) })},
		func(ctx context.Context, by platform.Actor, in *createWebhookInput) (*createWebhookOutput, error) {
			w, secret, err := a.Webhooks.Create(ctx, by, in.ID, in.Body.URL, in.Body.Events)
			if err != nil {
				return nil, err
			}
			out := &createWebhookOutput{}
			out.Body.webhookBody, out.Body.Secret = webhookOf(w), secret
			return out, nil
		})
}

// WebhookInput names a webhook of an app.
type WebhookInput struct {
	AppInput
	Webhook platform.WebhookID `path:"webhookId"`
}

func (a *API) registerDeleteWebhook() {
	register(a, action{ID: "delete-webhook", Method: http.MethodDelete, Path: webhooksPath + "/{webhookId}", Tag: "Tables", Access: editors,
		Summary: "Delete a webhook", Description: "What has not been delivered yet is not."},
		func(ctx context.Context, by platform.Actor, in *WebhookInput) (*emptyOutput, error) {
			return nil, a.Webhooks.Delete(ctx, by, in.ID, in.Webhook)
		})
}

type deliveryBody struct {
	ID          string         `json:"id" doc:"The webhook-id of every attempt."`
	Type        webhooks.Kind  `json:"type" enum:"row.created,row.updated,row.deleted"`
	Table       string         `json:"table"`
	Row         platform.RowID `json:"row"`
	At          time.Time      `json:"at" doc:"When the row changed."`
	State       webhooks.State `json:"state" enum:"pending,delivered,failed"`
	Attempts    int            `json:"attempts"`
	AttemptedAt *time.Time     `json:"attemptedAt" doc:"null: not yet."`
	NextAt      *time.Time     `json:"nextAt" doc:"When a pending one is tried next, or later where its server fails often; null: never."`
	Status      *int           `json:"status" doc:"Of the last answer; null: there was none."`
	Error       *string        `json:"error" doc:"What went wrong the last time; null: nothing."`
}

func deliveryOf(d webhooks.Delivery) deliveryBody {
	b := deliveryBody{ID: d.ID, Type: d.Kind, Table: d.Table, Row: d.Row, At: d.At, State: d.State, Attempts: d.Attempts, AttemptedAt: timeOrNull(d.AttemptedAt)}
	if d.State == webhooks.Pending {
		b.NextAt = &d.NextAt
	}
	if d.Status != 0 {
		b.Status = &d.Status
	}
	if d.Error != "" {
		b.Error = &d.Error
	}
	return b
}

type deliveriesInput struct {
	WebhookInput
	ListQuery
}

func (a *API) registerListDeliveries() {
	register(a, action{ID: "list-deliveries", Method: http.MethodGet, Path: webhooksPath + "/{webhookId}/deliveries", Tag: "Tables", Access: editors,
		Summary: "List deliveries", Description: "What a webhook was sent in the last three days, or is to be sent, newest first."},
		func(ctx context.Context, by platform.Actor, in *deliveriesInput) (*listOutput[deliveryBody], error) {
			all, next, err := a.Webhooks.Deliveries(ctx, by.Workspace, in.ID, in.Webhook, webhooks.Page{Limit: in.Limit, Cursor: in.Cursor})
			if err != nil {
				return nil, err
			}
			return newList(all, next, deliveryOf), nil
		})
}
