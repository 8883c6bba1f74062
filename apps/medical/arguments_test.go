package medical

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"berth/platform/appkit"
)

// Anybody may send a megabyte of unknown arguments: the answer must not be a multiple of it.
func TestUnknownArgumentsWithoutEnd(t *testing.T) {
	t.Parallel()
	given := []string{`"name":5`}
	for i := range 50_000 {
		given = append(given, fmt.Sprintf(`"k%05d":1`, i))
	}
	for locale, want := range map[string]string{
		"en":    `"k00009" is not an argument; known are name. 49990 more are not arguments either. name must be a string.`,
		"pt-BR": `"k00009" não é um parâmetro; os conhecidos são name. Outros 49990 também não são parâmetros. name deve ser um texto.`,
	} {
		a := read(appkit.Call{Client: appkit.Client{Meta: map[string]json.RawMessage{"openai/locale": json.RawMessage(`"` + locale + `"`)}}, Arguments: json.RawMessage("{" + strings.Join(given, ",") + "}")}, "name")
		a.text("name")
		if said := strings.Join(a.problems, " "); len(said) > 2000 || !strings.HasSuffix(said, want) {
			t.Errorf("%s: %d bytes: %.2000s", locale, len(said), said)
		}
	}
}
