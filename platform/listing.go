package platform

// How long the fields of a Listing may be, in characters.
const (
	MaxTagline    = 55 // what Claude's directory shows
	MaxCategory   = 50
	MaxCompany    = 100
	MaxListingURL = 500
)

// Listing is what a directory of apps shows of an app besides what it publishes. Every field may be empty; the addresses
// are https.
type Listing struct {
	Tagline    string `json:"tagline"`
	Category   string `json:"category"`
	IconURL    string `json:"iconUrl"`
	PrivacyURL string `json:"privacyUrl"`
	SupportURL string `json:"supportUrl"`
	WebsiteURL string `json:"websiteUrl"`
	Company    string `json:"company"`
}
