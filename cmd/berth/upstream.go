package main

import (
	"time"

	"berth/platform"
	"berth/platform/executor/http"
	sender "berth/platform/executor/http/send"
	"berth/platform/openapi"
	"berth/platform/openapi/fetch"
	"berth/platform/view"
)

// wireHTTP makes the kind of tools that ask their authors' own servers, and what reads the descriptions of these.
func (p *parts) wireHTTP(layouts *view.Set) *http.Executor {
	p.importer = openapi.NewImporter(fetch.New(p.allow, nil), layouts.Layout, p.allow.Refusal)
	options := http.Options{Sender: sender.New(p.allow, nil), Secrets: p.secrets, Layout: layouts.Layout, Refusal: p.allow.Refusal, Now: time.Now}
	if p.driftOn() {
		options.Seen = func(answer platform.CallAnswered) { p.drift.Seen(answer) } // made later, since it asks what is made here
	}
	return http.New(options)
}

// driftOn reports whether somebody looks by themselves at how answers look.
func (p *parts) driftOn() bool { return p.settings.Drift == "on" }

// released is told of what has become live.
func (p *parts) released(ws platform.WorkspaceID, app platform.AppID) {
	if p.driftOn() {
		p.drift.Released(ws, app)
	}
}
