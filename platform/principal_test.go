package platform_test

import (
	"testing"

	"berth/platform"
)

func TestPermits(t *testing.T) {
	t.Parallel()
	for kind, free := range map[platform.PrincipalKind]bool{platform.KindKey: true, platform.KindSession: true, platform.KindSystem: true,
		platform.KindToken: false, platform.KindAnonymous: false, "": false} {
		p := platform.Principal{Kind: kind, Scopes: []string{"read", "write"}}
		for _, c := range []struct {
			asked []string
			want  bool
		}{{nil, true}, {[]string{"read"}, true}, {[]string{"write", "read"}, true}, {[]string{"read", "admin"}, free}, {[]string{"admin"}, free}, {[]string{""}, free}} {
			if got := p.Permits(c.asked); got != c.want {
				t.Errorf("%q permits %q: %v", kind, c.asked, got)
			}
		}
		if p.Scopes = nil; !p.Permits(nil) || p.Permits([]string{"read"}) != free {
			t.Errorf("%q without scopes", kind)
		}
	}
}

// A token is for its app and has no role in a workspace.
func TestATokenIsForOneApp(t *testing.T) {
	t.Parallel()
	p := platform.Principal{Kind: platform.KindToken, User: "ann", App: "one", Grant: "grant"}
	if !p.IsFor(platform.Resource{App: "one"}) || p.IsFor(platform.Resource{App: "other"}) || p.IsFor(platform.Resource{}) {
		t.Error("it is for its app alone")
	}
	if err := p.Require(platform.RoleViewer); !platform.IsCode(err, platform.CodeForbidden) {
		t.Errorf("a role: %v", err)
	}
}
