package platform_test

import (
	"slices"
	"testing"

	"berth/platform"
)

func TestImplied(t *testing.T) {
	t.Parallel()
	all := []platform.Scope{{Name: "a", Implies: []string{"b", "c"}}, {Name: "b", Implies: []string{"d"}}, {Name: "c"}, {Name: "d", Implies: []string{"a"}}, {Name: "e", Implies: []string{"gone"}}}
	for _, c := range []struct{ names, want []string }{
		{nil, nil}, {[]string{"c"}, []string{"c"}}, {[]string{"a"}, []string{"a", "b", "c", "d"}}, {[]string{"app:read", "b"}, []string{"app:read", "b", "d", "a", "c"}},
		{[]string{"c", "c"}, []string{"c"}}, {[]string{"e"}, []string{"e", "gone"}},
	} {
		if got := platform.Implied(all, c.names); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.names, got, c.want)
		}
	}
	names := []string{"a"}
	platform.Implied(all, names[:1:1])
	if !slices.Equal(names, []string{"a"}) {
		t.Errorf("the names were changed: %v", names)
	}
}

func TestScopeNames(t *testing.T) {
	t.Parallel()
	m := platform.Manifest{Scopes: []platform.Scope{{Name: "b"}, {Name: "a"}}, Tools: []platform.ToolSpec{{Scopes: []string{"a", "c"}}, {Scopes: []string{"c"}}}}
	if got := m.ScopeNames(); !slices.Equal(got, []string{"app:read", "app:write", "b", "a", "c"}) {
		t.Errorf("%v", got)
	}
}
