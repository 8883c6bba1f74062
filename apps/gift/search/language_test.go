package search_test

import (
	"testing"

	"berth/apps/gift/search"
)

// The answer says when a description is not English.
func TestForeign(t *testing.T) {
	t.Parallel()
	e := engine(t)
	for description, want := range map[string]bool{
		"Meine Schwester wird 30 und liebt Töpfern":                            true,
		"mi madre tiene 60 años y le gusta la jardinería":                      true,
		"mon frère aime le vélo et la bière":                                   true,
		"mia zia ama il teatro e la musica lirica":                             true,
		"minha mãe adora plantas e o mar":                                      true,
		"mijn zus houdt van lezen en van de zee":                               true,
		"моя мама любит читать и вязать":                                       true,
		"父は釣りが好きです":                                                            true,
		"my sister loves pottery":                                              false,
		"my dad, 60, golf":                                                     false,
		"wife; jazz, opera, yoga":                                              false,
		"my Spanish teacher loves el flamenco and la paella":                   false,
		"a friend in Rio de Janeiro who is learning German and reads Die Zeit": false,
		"": false,
	} {
		if got := e.Recommend(t.Context(), search.Request{Description: description, Limit: 3}).Foreign; got != want {
			t.Errorf("%s: %v", description, got)
		}
	}
}
