package authorization

import (
	"encoding/json"

	"berth/platform"
)

// Addresses of the authorization server below its issuer.
const (
	PathAuthorize  = "/oauth/authorize"
	PathToken      = "/oauth/token"
	PathRevoke     = "/oauth/revoke"
	PathRegister   = "/oauth/register"
	PathIntrospect = "/oauth/introspect"
)

// Metadata describes the server to clients (RFC 8414 §2, OpenID Connect Discovery §3).
type Metadata struct {
	Issuer                    string   `json:"issuer"`
	AuthorizationEndpoint     string   `json:"authorization_endpoint"`
	TokenEndpoint             string   `json:"token_endpoint"`
	RevocationEndpoint        string   `json:"revocation_endpoint"`
	RegistrationEndpoint      string   `json:"registration_endpoint,omitempty"`
	IntrospectionEndpoint     string   `json:"introspection_endpoint,omitempty"`
	ScopesSupported           []string `json:"scopes_supported"`
	ResponseTypesSupported    []string `json:"response_types_supported"`
	ResponseModesSupported    []string `json:"response_modes_supported"`
	GrantTypesSupported       []string `json:"grant_types_supported"`
	ChallengeMethodsSupported []string `json:"code_challenge_methods_supported"`
	TokenAuthMethods          []string `json:"token_endpoint_auth_methods_supported"`
	TokenAuthAlgorithms       []string `json:"token_endpoint_auth_signing_alg_values_supported,omitempty"`
	RevocationAuthMethods     []string `json:"revocation_endpoint_auth_methods_supported"`
	PromptValuesSupported     []string `json:"prompt_values_supported"`
	ClientDocuments           bool     `json:"client_id_metadata_document_supported"`
	IssuerInResponse          bool     `json:"authorization_response_iss_parameter_supported"`
	RequestParameterSupported bool     `json:"request_parameter_supported"`
	RequestURISupported       bool     `json:"request_uri_parameter_supported"`
	ServiceDocumentation      string   `json:"service_documentation"`
}

// Features are what an installation offers beyond what every one does.
type Features struct {
	Assertions    bool // clients can prove themselves by MethodAssertion
	Registration  bool // clients can register
	Introspection bool // owners of apps can ask about tokens
}

// MetadataDocument returns the metadata as JSON. Both well-known addresses answer these bytes: clients ask for the one or the other.
func MetadataDocument(issuer string, f Features) ([]byte, error) {
	m := Metadata{
		Issuer: issuer, AuthorizationEndpoint: issuer + PathAuthorize, TokenEndpoint: issuer + PathToken, RevocationEndpoint: issuer + PathRevoke,
		ScopesSupported:        []string{platform.ScopeRead, platform.ScopeWrite, platform.ScopeOffline},
		ResponseTypesSupported: []string{"code"}, ResponseModesSupported: []string{"query"},
		GrantTypesSupported: []string{grantCode, grantRefresh}, ChallengeMethodsSupported: []string{"S256"},
		TokenAuthMethods: []string{MethodNone}, RevocationAuthMethods: []string{MethodNone},
		PromptValuesSupported: []string{"none", promptLogin, "consent", "select_account"},
		ClientDocuments:       true, IssuerInResponse: true, ServiceDocumentation: issuer + "/docs/connecting",
	}
	if f.Assertions {
		m.TokenAuthMethods = append(m.TokenAuthMethods, MethodAssertion)
		m.TokenAuthAlgorithms = []string{"RS256", "PS256", "ES256", "EdDSA"}
	}
	if f.Registration {
		m.RegistrationEndpoint = issuer + PathRegister
	}
	if f.Introspection {
		m.IntrospectionEndpoint = issuer + PathIntrospect
	}
	return json.Marshal(m)
}
