package medical

import (
	"encoding/json"
	"strings"
	"testing"

	"berth/platform"
	"berth/platform/appkit"
)

// The caller is a person with an account if there is one, otherwise a digest of what the client says about itself.
func TestCaller(t *testing.T) {
	t.Parallel()
	says := func(subject string) appkit.Client {
		return appkit.Client{Meta: map[string]json.RawMessage{"openai/subject": json.RawMessage(subject)}}
	}
	ann := platform.Principal{Kind: platform.KindSession, User: "ann"}
	for _, c := range []struct {
		call   appkit.Call
		who    string
		person bool
	}{
		{appkit.Call{}, "", false},
		{appkit.Call{Principal: platform.Principal{Kind: platform.KindAnonymous}, Client: says(`5`)}, "", false},
		{appkit.Call{Client: says(`"person:ann"`)}, "subject:", false},
		{appkit.Call{Principal: ann, Client: says(`"x"`)}, "ann", true},
	} {
		who, person := caller(c.call)
		if !strings.HasPrefix(who, c.who) || (c.who == "") != (who == "") || person != c.person || strings.Contains(who, "ann") != person || len(who) > 100 {
			t.Errorf("%+v: %q, %v", c.call, who, person)
		}
	}
}
