package platform

// MaxSlug is the greatest length of a slug: a DNS label (RFC 1035 §2.3.4).
const MaxSlug = 63

// ValidSlug reports whether s has the form ^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$ of the contract. A reserved slug may
// have a valid form.
func ValidSlug(s string) bool {
	if s == "" || len(s) > MaxSlug || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c != '-' && (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// ReservedSlug reports whether s is one of the names that the contract reserves for the platform. They count as taken,
// except for an app that had the name before it was reserved. The slugs of the apps that ship inside are reserved as
// well, even when this binary does not have the app.
func ReservedSlug(s string) bool {
	switch s {
	case "api", "www", "admin", "app", "static", "assets", "mcp", "servers", "health", "healthz", "livez", "readyz", "metrics", "docs",
		"login", "signin", "signout", "signup", "account", "auth", "oauth", "well-known", "security", "support", "status", "billing",
		"help", "invite", "abuse", "openai", "chatgpt", "anthropic", "claude", "berth", "gift", "medical", "todo", "chatui":
		return true
	}
	return false
}
