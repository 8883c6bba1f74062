package offline

import "testing"

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Café São": "cafe sao", "Řeřicha, Ďáblík": "rericha, dablik", "Őszi GYŰJTÉS": "oszi gyujtes", "Łódź": "lodz", "Straße": "strasse",
		"Ærø": "aero", "İzmir ışık": "izmir isik", "cafe\u0301": "cafe", "Ελλάς": "ελλάς", "한글": "한글", "が": "が", "हिन्दी": "हिन्दी",
	} {
		if got := fold(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
