package platform_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
)

func TestWithMoreLeavesFieldsThatHaveProblems(t *testing.T) {
	t.Parallel()
	at := func(locations ...string) (all []platform.Problem) {
		for _, l := range locations {
			all = append(all, platform.Problem{Location: l})
		}
		return all
	}
	found := at("body.a[0].b", "body.cd", "body.e")
	got := platform.WithMore(found, at("body", "body.a", "body.a[0]", "body.a[0].b", "body.a[0].b.x", "body.a[1]", "body.c", "body.cd", "body.e[2]", "", "body.f", "body.f"))
	want := append(found, at("body.a[0].b.x", "body.a[1]", "body.c", "body.e[2]", "", "body.f", "body.f")...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := platform.WithMore(at("[0].a"), at("")); len(got) != 1 {
		t.Errorf("what is in the outermost is not found in it: %v", got)
	}
}

func TestWithMoreOfManyProblems(t *testing.T) {
	t.Parallel()
	var many []platform.Problem
	for i := range 60_000 {
		many = append(many, platform.Problem{Location: fmt.Sprintf("body.tables[0].rows[%d].weight", i)})
	}
	began := time.Now()
	if got := platform.WithMore(many, many); len(got) != len(many) {
		t.Errorf("%d problems", len(got))
	}
	if took := time.Since(began); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}
