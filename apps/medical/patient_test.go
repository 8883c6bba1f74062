package medical

import "testing"

func TestPhone(t *testing.T) {
	t.Parallel()
	for said, want := range map[string]string{
		"11999998888": "11999998888", "(11) 99999-8888": "11999998888", "+55 11 99999-8888": "11999998888", "55 11 99999 8888": "11999998888", "011 99999-8888": "11999998888",
		"0055 11 99999 8888": "11999998888", "(21) 3333-4444": "2133334444", "+55 21 3333 4444": "2133334444", "55 3333-4444": "5533334444", "+1 (415) 555-2671": "+14155552671",
		"+351 912 345 678": "+351912345678", "00351912345678": "+351912345678", "+49 (30) 1234567": "+49301234567", "11.99999.8888": "11999998888",
	} {
		got, ok := phone(said)
		if !ok || shown(got) != want {
			t.Errorf("%q is %q, %v; want %q", said, shown(got), ok, want)
		}
	}
	for _, said := range []string{
		"", "-", "+", "abc", "123", "99999-8888", "(10) 99999-8888", "(11) 89999-8888", "(11) 6333-4444", "+55 11 9999", "+55 11 999998888 1", "123456789012345",
		"+0 123 456 789", "+1234567", "+1234567890123456", "11 99999-8888 ramal 3", "１１９９９９９８８８８", "+55+11999998888", "tel:+14155552671", "11999998888;drop", "\x00",
	} {
		if got, ok := phone(said); ok {
			t.Errorf("%q is taken for %q", said, got)
		}
	}
}

func FuzzPhone(f *testing.F) {
	f.Add("+55 (11) 99999-8888")
	f.Fuzz(func(t *testing.T, said string) {
		number, ok := phone(said)
		if !ok {
			return
		}
		if again, ok := phone(number); !ok || again != number || len(number) > 16 {
			t.Errorf("%q is %q, which is %q", said, number, again)
		}
	})
}
