package api

import (
	"context"
	"net/http"
	"time"

	"berth/platform"
	"berth/platform/identity"
)

type sessionBody struct {
	ID         platform.SessionID `json:"id"`
	UserAgent  string             `json:"userAgent"`
	Device     string             `json:"device" doc:"What people call that program, such as Chrome on Mac; a guess."`
	Address    string             `json:"address" doc:"Where the session began."`
	CreatedAt  time.Time          `json:"createdAt"`
	LastSeenAt time.Time          `json:"lastSeenAt" doc:"Accurate to some minutes."`
	Current    bool               `json:"current" doc:"The session of this request."`
}

func (a *API) registerListSessions() {
	register(a, action{ID: "list-sessions", Method: http.MethodGet, Path: "/me/sessions", Tag: "Account", Access: browsers, Summary: "List my sessions"},
		func(ctx context.Context, by platform.Actor, in *ListQuery) (*listOutput[sessionBody], error) {
			sessions, err := a.Identity.Sessions(ctx, by.Principal)
			if err != nil {
				return nil, err
			}
			return cut(*in, sessions, func(s identity.Session) string { return string(s.ID) }, func(s identity.Session) sessionBody {
				return sessionBody{ID: s.ID, UserAgent: s.UserAgent, Device: s.Device(), Address: s.Address, CreatedAt: s.CreatedAt, LastSeenAt: s.LastSeenAt, Current: s.ID == by.Session}
			})
		})
}
