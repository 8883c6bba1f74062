package platform

// What publishing requires of a tool's texts (contract §2), in characters.
const (
	MaxToolName        = 64
	MaxToolDescription = 1024
)

// ValidToolName reports whether name has the form ^[a-zA-Z0-9_-]{1,64}$, which every client and model API takes.
func ValidToolName(name string) bool {
	if name == "" || len(name) > MaxToolName {
		return false
	}
	for i := range len(name) {
		c := name[i]
		if c != '_' && c != '-' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
