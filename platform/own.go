package platform

// Berth's own MCP server, with which people build apps from any MCP client, is an app like the others: a stored release, served by the same
// edge. What is particular to it stands here. It has ids of its own, so that its tokens are told from those of other apps without a look
// into the database, and belongs to a workspace without members: nobody lists it, and only an operator can suspend it.
const (
	// OwnSlug is its slug, which has been reserved for as long as there are slugs. It is reached at /mcp: see Addresses.
	OwnSlug = "mcp"
	// OwnApp is its id.
	OwnApp AppID = "00000000-0000-7000-8000-00000000be01"
	// OwnWorkspace is where it belongs.
	OwnWorkspace WorkspaceID = "00000000-0000-7000-8000-00000000be02"
)

// Scopes of Berth's own MCP server. No other app can have them.
const (
	ScopeAppsRead    = "apps:read"
	ScopeAppsWrite   = "apps:write"
	ScopeAppsPublish = "apps:publish"
)

// RESTCall is a request to the REST API that a part of this server makes for somebody whom it has authenticated.
type RESTCall struct {
	Method string
	Path   string // below /api/v1, with its query; its parts are escaped
	Match  string // If-Match, "" = none
	Type   string // media type of Body, "" = application/json
	Body   []byte // nil = none
}

// RESTAnswer is what the REST API answers: JSON, or a page. A failure is a problem document (RFC 9457).
type RESTAnswer struct {
	Status int
	ETag   string
	Body   []byte
}
