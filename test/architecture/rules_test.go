// Package architecture_test enforces the structure of the house: who may import whom, what no code may do, and that
// documents name only things that exist. ARCHITECTURE.md explains the rules.
package architecture_test

// A rule restricts the imports of target, an import path. Only the packages of direct may import it, and only those of
// direct and reach may depend on it indirectly. Patterns are import paths within this module; "/..." includes what is
// below.
type rule struct {
	target string
	direct []string
	reach  []string
	reason string
}

// Test programs, test suites and benchmarks are wired like the command itself.
var wiring = []string{"cmd/...", "test/...", "bench/..."}

var rules = []rule{
	{
		target: "net/http",
		direct: append([]string{"api", "platform/mcpedge", "platform/oauthedge", "platform/pages", "platform/telemetry", "platform/outbound", "platform/llm/exchange", "platform/webhooks/post", "platform/executor/http/send", "platform/openapi/fetch", "platform/authorization/clients/fetch", "platform/authorization/doctor/visit", "platform/people/oidc"}, wiring...),
		reach:  []string{"platform/people/mail", "platform/people/passkey", "platform/mcpedge/...", "platform/llm/openai", "platform/llm/anthropic", "platform/llm/gemini"}, // through outbound; through mcp-go; through exchange
		reason: "core and apps are called, by whatever transport; they must not know which",
	}, {
		target: "database/sql",
		direct: []string{"platform/store/...", "bench/..."}, reach: append([]string{"platform/telemetry"}, wiring...), // through Prometheus; bench measures tables against SQLite
		reason: "core and apps reach data through interfaces that they declare themselves",
	}, {
		target: "github.com/jackc/pgx/v5/...",
		direct: []string{"platform/store/..."}, reach: wiring,
		reason: "one room knows the database driver",
	}, {
		target: "modernc.org/sqlite/...",
		direct: []string{"platform/store/litepgx", "bench/..."}, reach: append([]string{"platform/store/..."}, wiring...),
		reason: "the adapter makes SQLite look like PostgreSQL; nobody else may see the difference",
	}, {
		target: "github.com/pressly/goose/v3/...",
		direct: []string{"platform/store/..."}, reach: wiring,
		reason: "the store owns its schema",
	}, {
		target: "github.com/mark3labs/mcp-go/...",
		direct: []string{"platform/mcpedge", "platform/mcpedge/wire", "bench/..."}, reach: append([]string{"platform/mcpedge/memory"}, wiring...), // bench measures us against it
		reason: "one room knows the protocol library, so that its defects and its releases stay there",
	}, {
		target: "github.com/go-chi/chi/v5/...",
		direct: []string{"api", "platform/mcpedge", "platform/oauthedge", "cmd/...", "test/served"}, reach: wiring,
		reason: "routing belongs to the edges",
	}, {
		target: "github.com/danielgtaylor/huma/v2/...",
		direct: []string{"api"}, reach: wiring,
		reason: "the REST API alone is described by OpenAPI",
	}, {
		target: "github.com/santhosh-tekuri/jsonschema/v6/...",
		direct: []string{"platform/schema"},
		reach: append([]string{"platform/mapping/jq", "platform/openapi/...", "platform/tables/...", "platform/rows", "platform/publish/...", "platform/generate/...", "platform/store/...", "platform/runtime/...", "platform/view/...", "platform/executor/...",
			"platform/mcpedge/...", "api"}, wiring...),
		reason: "untrusted schemas are compiled in one place, which loads nothing remote",
	}, {
		target: "github.com/invopop/jsonschema/...",
		direct: []string{"platform/schema/form"}, reach: append([]string{"platform/...", "apps/...", "api"}, wiring...),
		reason: "Go types become schemas in one place, so that all speak one dialect",
	}, {
		target: "github.com/go-webauthn/...",
		direct: []string{"platform/people/passkey"}, reach: wiring,
		reason: "what authenticators say is judged in one place",
	}, {
		target: "github.com/coreos/go-oidc/v3/...",
		direct: []string{"platform/people/oidc"}, reach: wiring,
		reason: "one leaf speaks OpenID Connect",
	}, {
		target: "github.com/itchyny/gojq/...",
		direct: []string{"platform/mapping/jq"}, reach: append([]string{"platform/executor/...", "platform/publish", "platform/store/...", "api"}, wiring...),
		reason: "programs of authors run in one place, which bounds what they take",
	}, {
		target: "go.yaml.in/yaml/v4",
		direct: []string{"platform/openapi"}, reach: append([]string{"platform/...", "apps/...", "api"}, wiring...), // invopop/jsonschema brings it
		reason: "documents of others are read in one place, which bounds what they unfold to",
	}, {
		target: "github.com/go-jose/go-jose/v4/...",
		direct: []string{"platform/authorization/assertion", "platform/people/oidc", "test/oauth"}, reach: wiring, // oidc through go-oidc, and its test
		reason: "what others sign is checked in one place, which says by which algorithms",
	}, {
		target: "github.com/prometheus/client_golang/...",
		direct: []string{"platform/telemetry"}, reach: wiring,
		reason: "rooms report through small interfaces; which metrics library listens is not their business",
	}, {
		target: "go.opentelemetry.io/otel/...",
		direct: []string{"platform/telemetry"}, reach: wiring,
		reason: "tracing must cost nothing when it is off, which one room can promise",
	}, {
		target: "github.com/wneessen/go-mail/...",
		direct: []string{"platform/people/mail"}, reach: wiring,
		reason: "one leaf speaks SMTP; who writes letters must not know how they travel",
	}, {
		target: "github.com/yuin/goldmark/...",
		direct: []string{"api"}, reach: wiring,
		reason: "documents become pages in one place",
	}, {
		target: "github.com/alecthomas/kong/...",
		direct: []string{"cmd/..."},
		reason: "settings are read once and passed as values",
	}, {
		target: "testing",
		direct: []string{"platform/appkit/...", "platform/store/...", "test/..."},
		reason: "test helpers live in packages of their own, which the command never reaches",
	},

	// Rooms of this module. A room may import what its line in `rooms` says; hardly any may import these.
	{
		target: module + "/platform/store", direct: append([]string{"platform/store/..."}, wiring...),
		reason: "who picks the engine is cmd; all others declare the interface they need",
	}, {
		target: module + "/platform/store/db", direct: []string{"platform/store/...", "bench/..."}, reach: wiring, // bench fills tables with 100,000 apps
		reason: "generated queries are an implementation detail of the store",
	}, {
		target: module + "/platform/mcpedge", direct: wiring,
		reason: "the edge is a leaf: it calls, nobody calls it",
	}, {
		target: module + "/platform/oauthedge", direct: wiring,
		reason: "the edge is a leaf: it calls, nobody calls it",
	}, {
		target: module + "/platform/mcpedge/wire", direct: []string{"platform/mcpedge", "platform/mcpedge/memory"}, reach: wiring,
		reason: "the protocol's bytes are read and written in one place",
	}, {
		target: module + "/platform/mcpedge/memory", direct: []string{"platform/mcpedge"}, reach: wiring,
		reason: "what is kept of releases is the edge's, which must be able to forget it",
	}, {
		target: module + "/platform/rows", direct: append([]string{"platform/store/...", "api"}, wiring...),
		reason: "who changes rows is checked in one place; kinds of tools declare the part that they need",
	}, {
		target: module + "/api", direct: wiring,
		reason: "the edge is a leaf: it calls, nobody calls it",
	}, {
		target: module + "/apps/...", direct: append([]string{"apps/gift/...", "apps/medical/..."}, wiring...), // `rooms` lets each import its own only
		reason: "apps are plugged in by cmd and do not know each other",
	}, {
		target: module + "/platform/executor/mock", direct: wiring,
		reason: "kinds of handlers are plugged in by cmd and do not know who calls them",
	}, {
		target: module + "/platform/executor/native", direct: wiring,
		reason: "kinds of handlers are plugged in by cmd and do not know who calls them",
	}, {
		target: module + "/platform/executor/table", direct: wiring,
		reason: "kinds of handlers are plugged in by cmd and do not know who calls them",
	}, {
		target: module + "/platform/executor/http", direct: append([]string{"platform/executor/http/send"}, wiring...),
		reason: "kinds of handlers are plugged in by cmd and do not know who calls them",
	}, {
		target: module + "/platform/executor/llm", direct: wiring,
		reason: "kinds of handlers are plugged in by cmd and do not know who calls them",
	}, {
		target: module + "/platform/llm/exchange", direct: append([]string{"platform/llm/openai", "platform/llm/anthropic", "platform/llm/gemini"}, wiring...),
		reason: "only the leaves that speak a provider's form know that it is HTTP",
	}, {
		target: module + "/platform/executor", direct: append([]string{"platform/executor/...", "platform/publish"}, wiring...), reach: []string{"api", "platform/store/..."},
		reason: "the seam between drafts and kinds of handlers, which transports must not see",
	}, {
		target: module + "/platform/telemetry", direct: wiring,
		reason: "rooms are watched through interfaces that they declare themselves",
	}, {
		target: module + "/test/...", direct: []string{"test/...", "bench/..."},
		reason: "what exists for tests never reaches the command",
	},
}

// neighbours says which packages of this module a package may import.
type neighbours struct {
	room string
	may  []string
}

// rooms has the neighbours of every package. The most specific pattern counts.
var rooms = []neighbours{
	{"cmd/...", []string{"..."}},
	{"test/...", []string{"..."}},
	{"bench/...", []string{"..."}},
	{"tools/...", nil}, // programs of their own
	{"api", []string{"platform", "platform/authorization", "platform/authorization/doctor", "platform/pages", "platform/drift", "platform/secrets", "platform/webhooks", "platform/intake", "platform/lint", "platform/directory", "platform/generate", "platform/publish", "platform/identity", "platform/llm/access", "platform/openapi", "platform/rows", "platform/schema/form", "platform/tables", "platform/view", "docs"}},
	{"apps/...", []string{"platform", "platform/appkit"}},
	{"apps/berth", []string{"platform", "platform/appkit", "platform/schema/form", "platform/view"}},                      // it takes drafts in their one form, and names the layouts
	{"apps/gift/...", []string{"platform", "platform/appkit", "platform/text", "platform/text/meaning", "apps/gift/..."}}, // words are cut and stemmed alike wherever something is searched
	{"apps/medical/...", []string{"platform", "platform/appkit", "platform/text", "apps/medical/..."}},
	{"platform", nil},
	{"platform/appkit/...", []string{"platform", "platform/schema/form"}},
	{"platform/schema", []string{"platform"}},
	{"platform/schema/form", nil},
	{"platform/lint", []string{"platform"}},
	{"platform/tables", []string{"platform", "platform/schema"}}, // its values are untrusted JSON
	{"platform/tables/hot", []string{"platform", "platform/lru", "platform/schema", "platform/tables", "platform/text", "platform/text/meaning"}}, // cursors are untrusted JSON
	{"platform/text", nil},
	{"platform/text/meaning", nil},
	{"tools/embedding", []string{"platform/text", "platform/text/meaning"}},
	{"tools/wordclass", []string{"platform/generate/wordclass", "platform/text"}},
	{"platform/starters", nil},
	{"platform/directory", []string{"platform", "platform/lint"}},
	{"platform/view", []string{"platform"}},
	{"platform/atlas", []string{"platform", "platform/lru", "platform/view"}},
	{"platform/generate", []string{"platform", "platform/lint", "platform/llm", "platform/mapping", "platform/schema/form", "platform/view"}},
	{"platform/generate/cells", []string{"platform", "platform/tables"}},
	{"platform/generate/dress", []string{"platform", "platform/generate/words"}},
	{"platform/generate/offline", []string{"platform", "platform/generate/cells", "platform/generate/dress", "platform/generate/pasted", "platform/generate/tagger", "platform/generate/words", "platform/mapping", "platform/tables"}}, // it shows and reads rows as tools do
	{"platform/generate/pasted", nil},
	{"platform/generate/tagger", nil},
	{"platform/generate/tagger/learn", []string{"platform/generate/tagger", "platform/generate/words"}}, // it cuts the corpus into words as descriptions are
	{"platform/generate/words", []string{"platform/generate/tagger", "platform/generate/wordclass", "platform/text"}},
	{"platform/generate/wordclass", nil},
	{"platform/authorization", []string{"platform", "platform/memo", "platform/ratelimit", "platform/vault"}},
	{"platform/identity", []string{"platform", "platform/memo", "platform/ratelimit"}},
	{"platform/authorization/doctor", []string{"platform", "platform/authorization"}},
	{"platform/authorization/doctor/visit", []string{"platform/authorization/doctor", "platform/outbound"}},
	{"platform/oauthedge", []string{"platform", "platform/authorization", "platform/pages"}},
	{"platform/pages", []string{"platform"}},
	{"platform/people", []string{"platform", "platform/identity"}},
	{"platform/people/passkey", []string{"platform", "platform/identity"}},
	{"platform/people/oidc", []string{"platform", "platform/identity", "platform/outbound"}},
	{"platform/people/mail", []string{"platform/outbound", "platform/people"}},
	{"platform/publish", []string{"platform", "platform/executor", "platform/schema", "platform/schema/form", "platform/view", "platform/runtime", "platform/appkit"}},
	{"platform/runtime", []string{"platform", "platform/appkit", "platform/ratelimit"}},
	{"platform/executor/...", []string{"platform", "platform/appkit", "platform/lru", "platform/request", "platform/schema", "platform/schema/form", "platform/view"}},
	{"platform/executor/mock", []string{"platform", "platform/appkit", "platform/executor", "platform/request"}},
	{"platform/executor/table", []string{"platform", "platform/appkit", "platform/executor", "platform/mapping", "platform/mapping/jq", "platform/request",
		"platform/schema", "platform/tables", "platform/tables/hot", "platform/view"}},
	{"platform/executor/http", []string{"platform", "platform/appkit", "platform/executor", "platform/lru", "platform/mapping", "platform/mapping/jq", "platform/redact", "platform/request",
		"platform/request/outgoing", "platform/schema", "platform/view"}},
	{"platform/executor/http/send", []string{"platform/executor/http", "platform/outbound"}},
	{"platform/redact", nil},
	{"platform/executor/llm", []string{"platform", "platform/appkit", "platform/executor", "platform/llm", "platform/request", "platform/schema", "platform/tables",
		"platform/tables/hot", "platform/view"}},
	{"platform/llm", []string{"platform", "platform/lru"}},
	{"platform/llm/access", []string{"platform", "platform/llm", "platform/lru", "platform/ratelimit", "platform/vault"}},
	{"platform/llm/echo", []string{"platform", "platform/llm"}},
	{"platform/llm/exchange", []string{"platform/llm", "platform/outbound", "platform/redact"}},
	{"platform/llm/openai", []string{"platform/llm", "platform/llm/exchange"}},
	{"platform/llm/anthropic", []string{"platform/llm", "platform/llm/exchange"}},
	{"platform/llm/gemini", []string{"platform/llm", "platform/llm/exchange"}},
	{"platform/mapping", []string{"platform", "platform/request"}},
	{"platform/mapping/jq", []string{"platform", "platform/mapping", "platform/schema"}},
	{"platform/request", []string{"platform"}},
	{"platform/request/outgoing", []string{"platform", "platform/request"}},
	{"platform/vault", nil},
	{"platform/authorization/assertion", []string{"platform", "platform/authorization", "platform/authorization/clients", "platform/lru", "platform/ratelimit"}},
	{"platform/authorization/clients", []string{"platform", "platform/authorization", "platform/lru", "platform/ratelimit"}},
	{"platform/authorization/clients/fetch", []string{"platform", "platform/authorization/clients", "platform/outbound"}},
	{"platform/intake", []string{"platform"}},
	{"platform/mcpedge", []string{"platform", "platform/runs", "platform/vault", "platform/intake", "platform/schema", "platform/runtime", "platform/appkit", "platform/mcpedge/..."}},
	{"platform/mcpedge/wire", []string{"platform"}},
	{"platform/mcpedge/memory", []string{"platform", "platform/lru", "platform/schema", "platform/mcpedge/wire"}},
	{"platform/rows", []string{"platform", "platform/schema", "platform/tables/..."}},
	{"platform/secrets", []string{"platform", "platform/lru", "platform/redact", "platform/vault"}},
	{"platform/runs", []string{"platform", "platform/appkit"}},
	{"platform/webhooks", []string{"platform", "platform/vault"}},
	{"platform/webhooks/post", []string{"platform/outbound"}},
	{"platform/drift", []string{"platform", "platform/drift/shape", "platform/ratelimit"}},
	{"platform/drift/shape", []string{"platform"}},
	{"platform/store/...", []string{"platform", "platform/authorization", "platform/drift", "platform/drift/shape", "platform/runs", "platform/secrets", "platform/vault", "platform/webhooks", "platform/publish", "platform/identity", "platform/rows", "platform/tables", "platform/runtime", "platform/background", "platform/llm/access", "platform/text", "platform/store/...", "sql"}},
	{"platform/background", nil},
	{"platform/lru", nil},
	{"platform/memo", []string{"platform/lru"}},
	{"platform/ratelimit", []string{"platform"}},
	{"platform/openapi", []string{"platform", "platform/mapping", "platform/request", "platform/request/outgoing", "platform/schema", "platform/view"}},
	{"platform/openapi/fetch", []string{"platform", "platform/openapi", "platform/outbound"}},
	{"platform/outbound", nil},
	{"platform/telemetry", []string{"platform", "platform/outbound"}},
	{"sql", nil},
	{"templates/...", nil},
	{"web", nil},
	{"docs", nil},
}
