// Package api is the REST API of the builder, /api/v1, its documentation, and the few pages for people that must work
// without the builder's own interface. It translates between HTTP and the services that it declares as interfaces: it
// decides statuses and shapes, and must not know the database, MCP or how anything is done.
//
// To add an action, write one file named after it (apps_publish.go) that holds
//
//	func (a *API) registerPublishApp() {
//		register(a, action{ID: "publish-app", Method: http.MethodPost, Path: "/apps/{id}/publish", Tag: "Apps",
//			Summary: "Publish an app", Access: editors}, func(ctx context.Context, by platform.Actor, in *publishInput) (*appOutput, error) { … })
//	}
//
// and call it in (*API).actions. Input and output are huma structs (path, query, header tags; Body). Return any error as
// it is: *platform.Error becomes a problem document with the status of errors.go, anything else a 500 without its cause.
// by is the caller, whose role has been checked against Access, in the workspace that the call is about.
// Lists take ListQuery and return list[T]; PATCH bodies are made of Field[T]; role checks deeper than Access belong to the service.
// Then run `go test ./api -update` and read the difference of openapi.json and routes.golden.
package api

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"berth/platform"
	"berth/platform/intake"
	"berth/platform/pages"
	"berth/platform/schema/form"
)

// Options are what the API is made of. All fields but Pages, AppName, Budgets, Timeout, RequestID and ClientAddress are required.
type Options struct {
	Identity       Identity
	Apps           Apps
	Tables         Tables
	Prober         Prober
	Upstreams      Upstreams
	Drift          Drift
	Connector      Connector
	Calls          CallReader
	Generator      Generator
	Importer       Importer
	Webhooks       Webhooks
	Secrets        Secrets
	Links          Links
	Handlers       map[string]form.Schema // of tools, by kind
	Models         Models
	Site           *pages.Site // nil = its own
	Authorizations Authorizations
	People         People
	Visitor        Visitor
	AppName        func(ctx context.Context, resource string) string // of the app at the address of an endpoint, "" = there is none; nil: nobody knows
	PublicURL      string                                            // canonical base URL; its scheme decides the session cookie's name and attributes
	Address        func(slug string) platform.Address                // where an app is reached
	Version        string                                            // of the product, for the OpenAPI document
	Log            *slog.Logger
	Now            func() time.Time
	Budgets        Budgets
	// Timeout is how long a request may wait for the database before it is TIMEOUT; 0 = 10 s.
	Timeout time.Duration
	// Bodies bounds the memory of large bodies; nil = no bound.
	Bodies *intake.Budget
	// RequestID returns the id that an outer handler gave the request. Without one, or when it returns "", the API makes
	// its own and sends it as X-Request-Id.
	RequestID func(context.Context) string
	// ClientAddress returns the caller's address without port. The default is the peer of the connection.
	ClientAddress func(*http.Request) string
}

// API serves the REST API. It is safe for concurrent use.
type API struct {
	Options
	cookies cookies
	v1      *chi.Mux
	huma    huma.API
	docs    docs
	guides  func() ([]guide, error) // rendered when the first one is asked for

	access map[string]access // "METHOD /path" → who may call
	order  []action          // as registered
	spec   func() []byte     // the OpenAPI document, written when somebody first asks for it
}

// prefix is where the API is mounted.
const prefix = "/api/v1"

// New makes the API. It panics when an action is declared wrongly, which a test finds.
func New(o Options) *API {
	if o.Timeout == 0 {
		o.Timeout = timeout
	}
	if o.ClientAddress == nil {
		o.ClientAddress = peer
	}
	if o.RequestID == nil {
		o.RequestID = func(context.Context) string { return "" }
	}
	if o.Site == nil {
		site, err := pages.NewSite(o.PublicURL, o.Log)
		if err != nil {
			panic("api: " + err.Error())
		}
		o.Site = site
	}
	a := &API{Options: o, v1: chi.NewRouter(), guides: sync.OnceValues(loadGuides),
		access: map[string]access{}}
	if u, err := url.Parse(o.PublicURL); err == nil && u.Host != "" {
		a.cookies = cookies{secure: u.Scheme == "https"}
	}
	a.v1.Use(a.identify, a.recover(a.fault), securityHeaders, getHead(a.v1))
	a.v1.NotFound(a.notFound)
	a.v1.MethodNotAllowed(a.MethodNotAllowed)
	a.huma = humachi.New(a.v1, a.config())
	a.actions()
	a.document()
	a.docs = a.newDocs()
	return a
}

// Mount adds /api/v1, /api/docs, /docs and the pages for people (/signin, /invite) to a router.
func (a *API) Mount(r chi.Router) {
	r.Mount(prefix, a.v1)
	r.Group(a.pageRoutes)
}

func (a *API) actions() {
	a.registerSignUp()
	a.registerLogin()
	a.registerLogout()
	a.registerGetMe()
	a.registerUpdateMe()
	a.registerListSessions()
	a.registerRevokeSession()

	a.registerListWorkspaces()
	a.registerCreateWorkspace()
	a.registerUpdateWorkspace()
	a.registerListMembers()
	a.registerUpdateMember()
	a.registerRemoveMember()
	a.registerInvite()
	a.registerListInvitations()
	a.registerRevokeInvitation()
	a.registerGetInvitation()
	a.registerAcceptInvitation()
	a.registerListAudit()

	a.registerListKeys()
	a.registerCreateKey()
	a.registerRevokeKey()

	a.registerCreateApp()
	a.registerGenerateApp()
	a.registerListApps()
	a.registerGetApp()
	a.registerUpdateApp()
	a.registerDeleteApp()
	a.registerDuplicateApp()
	a.registerCheckApp()
	a.registerPublishApp()
	a.registerUnpublishApp()
	a.registerTestApp()
	a.registerProbeTool()
	a.registerImportOpenAPI()
	a.registerAddOpenAPITools()
	a.registerPreviewApp()
	a.registerListTools()
	a.registerConnect()
	a.registerListTables()
	a.registerCreateTable()
	a.registerGetTable()
	a.registerUpdateTable()
	a.registerDeleteTable()
	a.registerListRows()
	a.registerCreateRows()
	a.registerGetRow()
	a.registerUpdateRow()
	a.registerDeleteRow()
	a.registerImportRows()
	a.registerUndoImport()
	a.registerExportRows()
	a.registerListReleases()
	a.registerGetRelease()
	a.registerReleaseChanges()
	a.registerDraftChanges()
	a.registerActivateRelease()
	a.registerGetListing()
	a.registerSetListing()
	a.registerReadiness()
	a.registerSubmission()
	a.registerListPeople()
	a.registerRemovePerson()
	a.registerGetReviewer()
	a.registerCreateReviewer()
	a.registerDeleteReviewer()
	a.registerListCalls()
	a.registerListAuthorizations()
	a.registerDoctor()
	a.registerAppStats()
	a.registerAppsStats()
	a.registerGetSampling()
	a.registerSetSampling()
	a.registerListSamples()
	a.registerListWebhooks()
	a.registerCreateWebhook()
	a.registerDeleteWebhook()
	a.registerListDeliveries()
	a.registerSetToolMode()
	a.registerGetDrift()
	a.registerCheckDrift()
	a.registerListSecrets()
	a.registerSetSecret()
	a.registerDeleteSecret()
	a.registerSetWorkspaceModel()
	a.registerGetWorkspaceModel()
	a.registerDeleteWorkspaceModel()
	a.registerAppUsage()
	a.registerGetSlug()
	a.registerLint()
	a.registerListLayouts()
	a.registerPreviewLayout()
	a.registerListTemplates()
}
