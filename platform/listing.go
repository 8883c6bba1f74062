package platform

// The maximum lengths of the fields of a Listing, in characters.
const (
	MaxTagline    = 55 // what Claude's directory shows
	MaxCategory   = 50
	MaxCompany    = 100
	MaxListingURL = 500
)

// Listing is what a directory of apps shows about an app in addition to what the app publishes. Every field may be empty;
// the addresses are https.
type Listing struct {
	Tagline    string `json:"tagline"`
	Category   string `json:"category"`
	IconURL    string `json:"iconUrl"`
	PrivacyURL string `json:"privacyUrl"`
	SupportURL string `json:"supportUrl"`
	WebsiteURL string `json:"websiteUrl"`
	Company    string `json:"company"`
}
