package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	netmail "net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/outbound"
	"berth/platform/people/mail"
	"berth/platform/store"
	"berth/platform/vault"
)

// settings are all settings of the product, with their defaults.
type settings struct {
	// cold leaves the gift app's index, which is half of what a start costs, to the first call that asks for it. Tests alone
	// set it: most of their servers live for a few calls.
	cold bool

	Addr           string   `env:"BERTH_ADDR" default:"127.0.0.1:3001" help:"Address to listen on."`
	PublicURL      string   `name:"public-url" env:"BERTH_PUBLIC_URL" help:"The one canonical base URL; default from the address." placeholder:"URL"`
	AdminAddr      string   `env:"BERTH_ADMIN_ADDR" help:"Separate address for /metrics and /debug/pprof." placeholder:"HOST:PORT"`
	AllowedOrigins []string `env:"BERTH_ALLOWED_ORIGINS" help:"Further origins whose pages may call MCP endpoints." placeholder:"ORIGIN"`
	TrustForwarded bool     `env:"BERTH_TRUST_FORWARDED" help:"Take client addresses from the last X-Forwarded-For entry (behind one proxy of yours)."`
	AbuseContact   string   `env:"BERTH_ABUSE_CONTACT" help:"Where people report an app: an e-mail address or an https URL; empty for nowhere." placeholder:"CONTACT"`

	MapTiles       string `env:"BERTH_MAP_TILES" help:"Street tiles that browsers load for the layout map, https://…/{z}/{x}/{y}.png; empty for outlines of the land alone." placeholder:"URL"`
	MapAttribution string `env:"BERTH_MAP_ATTRIBUTION" help:"Who made the tiles, as their licence asks for it, such as © OpenStreetMap contributors." placeholder:"TEXT"`

	DatabaseURL       platform.SecretText `env:"BERTH_DATABASE_URL" help:"postgres://… for PostgreSQL; empty for the embedded SQLite." placeholder:"URL"`
	DatabaseListenURL platform.SecretText `env:"BERTH_DATABASE_LISTEN_URL" help:"Connection for LISTEN when the database URL goes through a transaction pooler." placeholder:"URL"`
	DataDir           string              `env:"BERTH_DATA_DIR" default:"./data" help:"Directory of the embedded database."`

	VaultKey    platform.SecretText `env:"BERTH_VAULT_KEY" help:"Key of the secrets in the database, 32 bytes in base64; empty for a key file in the data directory, with the embedded database alone." placeholder:"KEY"`
	Drift       string              `env:"BERTH_DRIFT" enum:"on,off" default:"on" help:"Whether Berth sees by itself that answers of apps' APIs no longer look as they did: on (once a day, and one call in a hundred), or off."`
	EgressAllow []string            `env:"BERTH_EGRESS_ALLOW" help:"Servers that apps may reach besides public ones, over http too: host, host:port or network (CIDR)." placeholder:"HOST"`

	VaultOtherKeys platform.SecretText `env:"BERTH_VAULT_OTHER_KEYS" help:"Further keys, comma-separated, that open what they once sealed, while the key is rotated." placeholder:"KEYS"`

	AdminKey platform.SecretText `env:"BERTH_ADMIN_KEY" help:"Make or keep one API key of this value (32 to 512 printable ASCII characters without spaces), acting as the first owner." placeholder:"KEY"`
	SignUp   identity.SignUpMode `name:"signup" env:"BERTH_SIGNUP" enum:"open,closed" default:"open" help:"Who may make an account: open, or closed (invitations only)."`
	People   identity.SignUpMode `name:"people-signup" env:"BERTH_PEOPLE_SIGNUP" enum:"open,closed" default:"open" help:"Who may sign up on the way to an app, without a workspace: open, or closed (accounts that exist, and people who are invited)."`

	SMTPURL          platform.SecretText `name:"smtp-url" env:"BERTH_SMTP_URL" help:"Server that mails codes, links and invitations: smtp[s]://[user:password@]host:port; empty for none." placeholder:"URL"`
	OIDCIssuer       string              `name:"oidc-issuer" env:"BERTH_OIDC_ISSUER" help:"OpenID provider at which people can sign in, exactly as it calls itself; empty for none." placeholder:"URL"`
	OIDCClientID     string              `name:"oidc-client-id" env:"BERTH_OIDC_CLIENT_ID" help:"What this server is called there." placeholder:"ID"`
	OIDCClientSecret platform.SecretText `name:"oidc-client-secret" env:"BERTH_OIDC_CLIENT_SECRET" help:"Its secret there." placeholder:"SECRET"`
	OIDCName         string              `name:"oidc-name" env:"BERTH_OIDC_NAME" default:"your organisation" help:"What people call the provider." placeholder:"NAME"`
	SMTPFrom         string              `name:"smtp-from" env:"BERTH_SMTP_FROM" help:"Sender of these mails, such as Berth <berth@example.com>." placeholder:"ADDRESS"`

	OAuthDCR          string        `name:"oauth-dcr" env:"BERTH_OAUTH_DCR" enum:"on,off" default:"on" help:"Whether OAuth clients may register: on, or off (clients with a metadata document alone)."`
	OAuthIntrospect   string        `name:"oauth-introspection" env:"BERTH_OAUTH_INTROSPECTION" enum:"on,off" default:"off" help:"Whether API keys may ask about access tokens of their workspace's apps: on, or off."`
	OAuthAccessTTL    time.Duration `name:"oauth-access-ttl" env:"BERTH_OAUTH_ACCESS_TTL" default:"60m" help:"Time that an access token is valid."`
	OAuthRefreshTTL   time.Duration `name:"oauth-refresh-ttl" env:"BERTH_OAUTH_REFRESH_TTL" default:"2160h" help:"Time that a connection lasts after its last use."`
	OAuthRefreshGrace time.Duration `name:"oauth-refresh-grace" env:"BERTH_OAUTH_REFRESH_GRACE" default:"60s" help:"Time in which a refresh token may be used again; 0 for none."`
	OAuthCodeTTL      time.Duration `name:"oauth-code-ttl" env:"BERTH_OAUTH_CODE_TTL" default:"60s" help:"Time that an authorization code is valid."`

	CallTimeout time.Duration `env:"BERTH_CALL_TIMEOUT" default:"30s" help:"Time of a tool call."`
	RunWait     time.Duration `env:"BERTH_RUN_WAIT" default:"50s" help:"Time that the caller of a tool that asks other servers waits, before it is told to call again."`
	RunTimeout  time.Duration `env:"BERTH_RUN_TIMEOUT" default:"10m" help:"Time of a call of a tool that asks other servers."`
	CacheMiB    int64         `name:"cache-mib" env:"BERTH_CACHE_MIB" default:"512" help:"Memory for live apps, in MiB."`
	BodiesMiB   int64         `name:"bodies-mib" env:"BERTH_BODIES_MIB" default:"64" help:"Memory for requests with bodies of more than 16 KiB, in MiB; 0 for no limit."`
	CallLogDays int           `env:"BERTH_CALL_LOG_DAYS" default:"30" help:"Days that the call log is kept."`
	// Their defaults depend on whether the installation is new; see retention.
	AuditDays    *int `env:"BERTH_AUDIT_DAYS" help:"Days that the audit trail is kept; 0 for good. Default 400, and 0 for installations that were upgraded from before it."`
	KeepReleases *int `env:"BERTH_KEEP_RELEASES" help:"Releases of an app that keep their content besides the live one; 0 for all. Default 100, and 0 for installations that were upgraded from before it."`

	LimitApps         int   `env:"BERTH_LIMIT_APPS" default:"1000" help:"Apps of a workspace."`
	LimitKeys         int   `env:"BERTH_LIMIT_KEYS" default:"100" help:"API keys of a workspace."`
	LimitMembers      int   `env:"BERTH_LIMIT_MEMBERS" default:"100" help:"Members of a workspace."`
	LimitRows         int   `env:"BERTH_LIMIT_ROWS" default:"10000" help:"Rows of a table of an app; 0 for no limit."`
	LimitWorkspaceMiB int64 `name:"limit-workspace-mib" env:"BERTH_LIMIT_WORKSPACE_MIB" default:"64" help:"Rows of all tables of a workspace, in MiB; 0 for no limit."`
	LimitCallerRPM    int   `name:"limit-caller-rpm" env:"BERTH_LIMIT_CALLER_RPM" default:"6000" help:"Calls a minute of one caller to one app; 0 for no limit."`
	LimitAppRPM       int   `name:"limit-app-rpm" env:"BERTH_LIMIT_APP_RPM" default:"0" help:"Calls a minute of one app in all; 0 for no limit."`
	LimitCostlyRPM    int   `name:"limit-costly-rpm" env:"BERTH_LIMIT_COSTLY_RPM" default:"600" help:"Costly REST calls (previews, checks, test calls, statistics) a minute of one person; 0 for no limit."`
	LimitGenerateRPM  int   `name:"limit-generate-rpm" env:"BERTH_LIMIT_GENERATE_RPM" default:"30" help:"Drafts a minute that one person has made from descriptions; 0 for no limit."`
	LimitWriteRPM     int   `name:"limit-write-rpm" env:"BERTH_LIMIT_WRITE_RPM" default:"3000" help:"REST calls that change something a minute of one person; 0 for no limit."`
	LimitPublishRPM   int   `name:"limit-publish-rpm" env:"BERTH_LIMIT_PUBLISH_RPM" default:"120" help:"Publishes a minute of one person; 0 for no limit."`
	LimitCallLog      int   `env:"BERTH_LIMIT_CALL_LOG" default:"10000" help:"Calls of one app an hour that the call log lists; further ones are counted. 0 for no limit."`
	LimitBookings     int   `env:"BERTH_LIMIT_BOOKINGS" default:"60" help:"Appointments an hour that callers without an account may make together in the medical app; 0 for no limit."`
	LimitSignInRPM    int   `name:"limit-signin-rpm" env:"BERTH_LIMIT_SIGNIN_RPM" default:"10" help:"Failed sign-ins a minute of one account and of one address, and sign-ups of one address."`

	EmbeddingBaseURL string              `name:"embedding-base-url" env:"BERTH_EMBEDDING_BASE_URL" help:"OpenAI-compatible server that helps the gift app to search; empty for the built-in search alone." placeholder:"URL"`
	EmbeddingModel   string              `env:"BERTH_EMBEDDING_MODEL" help:"Model of the embedding server." placeholder:"NAME"`
	EmbeddingAPIKey  platform.SecretText `name:"embedding-api-key" env:"BERTH_EMBEDDING_API_KEY" help:"Key of the embedding server, if it wants one." placeholder:"KEY"`

	LLMProvider        string              `name:"llm-provider" env:"BERTH_LLM_PROVIDER" enum:",openai,anthropic,gemini,echo" default:"" help:"Who has the language model: openai (any compatible server), anthropic, gemini, or echo, which tries tools without one; empty for none, or openai where there is a base URL."`
	LLMBaseURL         string              `name:"llm-base-url" env:"BERTH_LLM_BASE_URL" help:"Base URL of its API; empty for the provider's own." placeholder:"URL"`
	LLMKey             platform.SecretText `name:"llm-api-key" env:"BERTH_LLM_API_KEY" help:"Its key, where it asks for one." placeholder:"KEY"`
	LLMModel           string              `name:"llm-model" env:"BERTH_LLM_MODEL" help:"Name of its model." placeholder:"NAME"`
	LLMModelFast       string              `name:"llm-model-fast" env:"BERTH_LLM_MODEL_FAST" help:"Name of its fast model; empty for the same." placeholder:"NAME"`
	LLMApps            string              `name:"llm-apps" env:"BERTH_LLM_APPS" enum:"on,off" default:"off" help:"Whether apps' tools may ask the model with your key: on, or off (drafts alone)."`
	LLMPrices          []string            `name:"llm-prices" env:"BERTH_LLM_PRICES" help:"Prices of models in US dollars for a million tokens: model=input/output." placeholder:"MODEL=IN/OUT"`
	LLMTimeout         time.Duration       `name:"llm-timeout" env:"BERTH_LLM_TIMEOUT" default:"60s" help:"Time that the model has for one draft."`
	LimitLLMTokens     int64               `name:"limit-llm-tokens" env:"BERTH_LIMIT_LLM_TOKENS" default:"200000" help:"Tokens of your key that an app may use in a month; 0 for no limit."`
	LimitLLMWorkspaces int64               `name:"limit-llm-workspace-tokens" env:"BERTH_LIMIT_LLM_WORKSPACE_TOKENS" default:"1000000" help:"Tokens of your key that a workspace may use in a month; 0 for no limit."`

	LogLevel     string              `env:"BERTH_LOG_LEVEL" enum:"debug,info,warn,error" default:"info" help:"Least level that is logged: debug, info, warn, error."`
	LogFormat    string              `env:"BERTH_LOG_FORMAT" enum:"auto,json,text" default:"auto" help:"json, text, or auto (text on a terminal)."`
	OTLPEndpoint string              `name:"otlp-endpoint" env:"OTEL_EXPORTER_OTLP_ENDPOINT" help:"Base URL of an OTLP/HTTP collector; empty for no traces." placeholder:"URL"`
	OTLPHeaders  platform.SecretText `name:"otlp-headers" env:"OTEL_EXPORTER_OTLP_HEADERS" help:"Headers of requests to it: name=value, with commas between." placeholder:"HEADERS"`
	ServiceName  string              `env:"OTEL_SERVICE_NAME" default:"berth" help:"Name of the service in traces."`
	TraceRatio   float64             `env:"BERTH_TRACE_RATIO" default:"1" help:"Share of new traces that are kept, 0 to 1."`
}

// check returns everything that is wrong with the settings, and fills in those that follow from others.
func (s *settings) check() error {
	var errs []error
	host, port, err := splitAddress(s.Addr)
	if err != nil {
		errs = append(errs, fmt.Errorf("BERTH_ADDR %q: want host:port, such as 127.0.0.1:3001", s.Addr))
		port = "0" // the URL that follows from it is not to blame
	}
	if s.AdminAddr != "" {
		if _, _, err := splitAddress(s.AdminAddr); err != nil {
			errs = append(errs, fmt.Errorf("BERTH_ADMIN_ADDR %q: want host:port, such as 127.0.0.1:3002", s.AdminAddr))
		}
	}
	if s.OTLPEndpoint != "" && webAddress(s.OTLPEndpoint) == nil {
		errs = append(errs, errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: want a base URL, such as http://collector:4318")) // it may hold a password
	}
	errs = append(errs, s.checkDatabase())
	if s.DataDir == "" && s.DatabaseURL == "" {
		errs = append(errs, errors.New("BERTH_DATA_DIR: want a folder, such as ./data, or . for the one where the program starts"))
	}
	if s.ServiceName == "" { // which to OpenTelemetry is as if it were not set
		s.ServiceName = "berth"
	}
	if s.PublicURL == "" {
		s.PublicURL = urlOf(host, port)
	} else if origin, ok := canonicalOrigin(s.PublicURL); ok {
		s.PublicURL = origin
	} else { // which may hold a password
		errs = append(errs, errors.New("BERTH_PUBLIC_URL: want scheme and host, such as https://apps.example.com, a name of another script as xn--…"))
	}
	for i, o := range s.AllowedOrigins {
		origin, ok := canonicalOrigin(strings.TrimSpace(o))
		if !ok {
			errs = append(errs, fmt.Errorf("BERTH_ALLOWED_ORIGINS %q: want an origin, such as https://inspector.example.com", o))
			continue
		}
		s.AllowedOrigins[i] = origin
	}
	errs = append(errs, s.checkMap(), s.checkAbuseContact(), s.checkSecrets(), s.checkMail(), s.checkOIDC())
	if s.EmbeddingBaseURL != "" {
		if !baseAddress(s.EmbeddingBaseURL) {
			errs = append(errs, errors.New("BERTH_EMBEDDING_BASE_URL: want a base URL without secrets, such as https://api.example.com/v1"))
		}
		if s.EmbeddingModel == "" || len(s.EmbeddingModel) > 100 {
			errs = append(errs, errors.New("BERTH_EMBEDDING_MODEL: BERTH_EMBEDDING_BASE_URL wants a model beside it, of at most 100 characters"))
		}
	} else if s.EmbeddingModel != "" || s.EmbeddingAPIKey != "" {
		errs = append(errs, errors.New("BERTH_EMBEDDING_BASE_URL: BERTH_EMBEDDING_MODEL and BERTH_EMBEDDING_API_KEY want a server beside them"))
	}
	for name, v := range map[string]int64{"BERTH_LIMIT_APPS": int64(s.LimitApps), "BERTH_LIMIT_KEYS": int64(s.LimitKeys), "BERTH_LIMIT_MEMBERS": int64(s.LimitMembers),
		"BERTH_LIMIT_CALLER_RPM": int64(s.LimitCallerRPM), "BERTH_LIMIT_APP_RPM": int64(s.LimitAppRPM), "BERTH_LIMIT_SIGNIN_RPM": int64(s.LimitSignInRPM),
		"BERTH_LIMIT_COSTLY_RPM": int64(s.LimitCostlyRPM), "BERTH_LIMIT_GENERATE_RPM": int64(s.LimitGenerateRPM),
		"BERTH_LIMIT_WRITE_RPM": int64(s.LimitWriteRPM), "BERTH_LIMIT_PUBLISH_RPM": int64(s.LimitPublishRPM), "BERTH_LIMIT_CALL_LOG": int64(s.LimitCallLog),
		"BERTH_LIMIT_BOOKINGS": int64(s.LimitBookings), "BERTH_LIMIT_ROWS": int64(s.LimitRows), "BERTH_LIMIT_WORKSPACE_MIB": s.LimitWorkspaceMiB, "BERTH_BODIES_MIB": s.BodiesMiB,
		"BERTH_LIMIT_LLM_TOKENS": s.LimitLLMTokens, "BERTH_LIMIT_LLM_WORKSPACE_TOKENS": s.LimitLLMWorkspaces} {
		if v < 0 {
			errs = append(errs, fmt.Errorf("%s %d: must not be negative", name, v))
		}
	}
	if s.CallTimeout <= 0 {
		errs = append(errs, errors.New("BERTH_CALL_TIMEOUT: must be more than 0, such as 30s"))
	}
	if s.RunWait <= 0 {
		errs = append(errs, errors.New("BERTH_RUN_WAIT: must be more than 0, such as 50s"))
	}
	if s.RunTimeout <= 0 {
		errs = append(errs, errors.New("BERTH_RUN_TIMEOUT: must be more than 0, such as 10m"))
	}
	errs = append(errs, s.checkOAuth())
	if s.CallLogDays < 1 || s.CallLogDays > maxDays {
		errs = append(errs, fmt.Errorf("BERTH_CALL_LOG_DAYS %d: must be from 1 to %d", s.CallLogDays, maxDays))
	}
	if d := s.AuditDays; d != nil && (*d < 0 || *d > maxDays) {
		errs = append(errs, fmt.Errorf("BERTH_AUDIT_DAYS %d: must be from 0, which is for good, to %d", *d, maxDays))
	}
	if n := s.KeepReleases; n != nil && (*n < 0 || *n > math.MaxInt32) {
		errs = append(errs, fmt.Errorf("BERTH_KEEP_RELEASES %d: must be from 0, which is all, to %d", *n, math.MaxInt32))
	}
	if !(s.TraceRatio >= 0 && s.TraceRatio <= 1) { // nor a NaN
		errs = append(errs, fmt.Errorf("BERTH_TRACE_RATIO %v: must be from 0 to 1", s.TraceRatio))
	}
	errs = append(errs, s.checkLLM())
	const mostMiB = math.MaxInt64 >> 20 // more is no number of bytes
	for name, v := range map[string]int64{"BERTH_BODIES_MIB": s.BodiesMiB, "BERTH_CACHE_MIB": s.CacheMiB, "BERTH_LIMIT_WORKSPACE_MIB": s.LimitWorkspaceMiB} {
		if v > mostMiB {
			errs = append(errs, fmt.Errorf("%s %d: must be at most %d", name, v, int64(mostMiB)))
		}
	}
	if s.CacheMiB < 16 {
		errs = append(errs, errors.New("BERTH_CACHE_MIB: must be at least 16"))
	}
	return errors.Join(errs...)
}

// webAddress reads an http or https address with a host; nil = it is none.
func webAddress(text string) *url.URL {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	return u
}

// baseAddress reports whether text is a web address that paths may follow, without what may be a secret.
func baseAddress(text string) bool {
	u := webAddress(text)
	return u != nil && u.User == nil && u.RawQuery == "" && u.Fragment == ""
}

// splitAddress splits host:port. The port is a number, 0 for any free one; the host may be empty.
func splitAddress(address string) (host, port string, err error) {
	if host, port, err = net.SplitHostPort(address); err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	return host, port, err
}

// urlOf returns the base URL that follows from an address to listen on, as browsers spell it.
func urlOf(host, port string) string {
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	url := "http://" + net.JoinHostPort(host, port)
	if origin, ok := canonicalOrigin(url); ok {
		return origin
	}
	return url
}

// checkDatabase returns what is wrong with the form of the database's addresses. It does not repeat them: they may hold
// passwords.
func (s *settings) checkDatabase() error {
	var errs []error
	for name, address := range map[string]string{"BERTH_DATABASE_URL": s.DatabaseURL.Reveal(), "BERTH_DATABASE_LISTEN_URL": s.DatabaseListenURL.Reveal()} {
		if address == "" {
			continue
		}
		if err := store.CheckURL(address); errors.Is(err, store.ErrParameter) {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		} else if err != nil {
			errs = append(errs, fmt.Errorf("%s: want postgres://user@host:port/database, with characters such as @ : / %% of the password written "+
				"as %%40 %%3A %%2F %%25, or the password in PGPASSWORD", name))
		}
	}
	return errors.Join(errs...)
}

// checkSecrets returns what is wrong with the configured keys, without repeating them, and with what may be reached.
func (s *settings) checkSecrets() error {
	var errs []error
	if key := s.AdminKey.Reveal(); key != "" {
		if err := identity.CheckAdminKey(key); err != nil {
			errs = append(errs, fmt.Errorf("BERTH_ADMIN_KEY: %w", err))
		}
	}
	if _, err := outbound.ParseAllow(s.EgressAllow); err != nil {
		errs = append(errs, fmt.Errorf("BERTH_EGRESS_ALLOW: %w", err))
	}
	if key := s.VaultKey.Reveal(); key != "" {
		if _, err := vault.Parse(key); err != nil {
			errs = append(errs, fmt.Errorf("BERTH_VAULT_KEY: %w", err))
		}
	}
	if keys := s.otherKeys(); len(keys) > 0 {
		if _, err := vault.Parse(keys...); err != nil {
			errs = append(errs, fmt.Errorf("BERTH_VAULT_OTHER_KEYS: each: %w", err))
		}
	}
	return errors.Join(errs...)
}

// checkMail returns what is wrong with the server of mails, without repeating its password.
func (s *settings) checkMail() error {
	if s.SMTPURL == "" {
		if s.SMTPFrom != "" {
			return errors.New("BERTH_SMTP_FROM: wants a server beside it, BERTH_SMTP_URL")
		}
		return nil
	}
	if s.SMTPFrom == "" {
		return errors.New("BERTH_SMTP_FROM: BERTH_SMTP_URL wants a sender beside it, such as Berth <berth@example.com>")
	}
	if _, err := s.mailer(); err != nil {
		return fmt.Errorf("BERTH_SMTP_URL: %w", err)
	}
	return nil
}

// mailer returns what sends mails.
func (s *settings) mailer() (*mail.Sender, error) {
	return mail.New(mail.Options{URL: s.SMTPURL.Reveal(), From: s.SMTPFrom})
}

// checkAbuseContact returns what is wrong with the address where apps are reported.
func (s *settings) checkAbuseContact() error {
	if s.AbuseContact == "" {
		return nil
	}
	if u, err := url.Parse(s.AbuseContact); strings.HasPrefix(s.AbuseContact, "https://") && err == nil && u.Host != "" && u.User == nil {
		return nil
	}
	if a, err := netmail.ParseAddress(s.AbuseContact); err == nil && a.Address == s.AbuseContact {
		return nil
	}
	return fmt.Errorf("BERTH_ABUSE_CONTACT %q: want an e-mail address or an https URL, such as abuse@example.com", s.AbuseContact)
}

// loopback reports whether the server listens on loopback only.
func (s *settings) loopback() bool {
	host, _, err := net.SplitHostPort(s.Addr)
	if err != nil {
		return false
	}
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
