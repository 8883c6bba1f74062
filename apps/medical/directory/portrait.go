package directory

import (
	"fmt"
	"net/url"
	"strings"
)

// colours are dark enough for white letters (WCAG AA).
var colours = [...]string{"#0f5c6e", "#5b3a8c", "#8a3324", "#2f5d34", "#1f4e8c", "#7a2e5a", "#5a4a1c", "#3d4757"}

// portrait returns a picture of the initials as a data: URI, so that a widget loads nothing from elsewhere.
func portrait(name, id string) string {
	words := strings.Fields(name)[1:]
	initials := string([]rune(words[0])[:1]) + string([]rune(words[len(words)-1])[:1])
	svg := fmt.Sprintf(`<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'><rect width='64' height='64' fill='%s'/>`+
		`<text x='32' y='41' font-family='sans-serif' font-size='26' fill='#fff' text-anchor='middle'>%s</text></svg>`,
		colours[int(id[0])%len(colours)], initials)
	return "data:image/svg+xml," + url.PathEscape(svg)
}
