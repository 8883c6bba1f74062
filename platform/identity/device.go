package identity

import (
	"regexp"
	"strings"
)

// browsers are the product tokens by which programs name themselves, the ones before that others repeat for compatibility (RFC 9110 §10.1.5).
var browsers = []struct{ token, name string }{
	{"Edg/", "Edge"}, {"OPR/", "Opera"}, {"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
}

var systems = []struct{ word, name string }{
	{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Mac OS X", "Mac"}, {"Macintosh", "Mac"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"}, {"Linux", "Linux"},
}

var product = regexp.MustCompile(`^[\w.-]+`)

// Device returns what people call the program that a User-Agent stands for: "Chrome on Mac", "curl", "Unknown"; a guess, and nothing to decide by.
func Device(userAgent string) string {
	for _, b := range browsers {
		if !strings.Contains(userAgent, b.token) {
			continue
		}
		for _, s := range systems {
			if strings.Contains(userAgent, s.word) {
				return b.name + " on " + s.name
			}
		}
		return b.name
	}
	if name := product.FindString(userAgent); name != "" {
		return name
	}
	return "Unknown"
}
