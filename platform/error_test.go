package platform_test

import (
	"fmt"
	"strconv"
	"testing"

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

func TestRelocatedLeavesTheErrorAsItIs(t *testing.T) {
	t.Parallel()
	move := func([]platform.Problem) []platform.Problem { return []platform.Problem{{Location: "there"}} }
	for _, code := range []platform.Code{platform.CodeInvalidConfig, platform.CodeInvalidInput} {
		from := &platform.Error{Code: code, Msg: "No.", Fields: []platform.Problem{{Location: "here"}}}
		got := platform.AsError(platform.Relocated(from, move))
		if got.Code != code || got.Msg != "No." || got.Fields[0].Location != "there" || from.Fields[0].Location != "here" {
			t.Errorf("%+v of %+v", got, from)
		}
	}
	without := &platform.Error{Code: platform.CodeNotFound}
	if platform.Relocated(nil, move) != nil || platform.AsError(platform.Relocated(without, move)) != without {
		t.Error("what has no problems is another error")
	}
}

// A draft has as many faults as somebody likes to send: what they cost grows with their number, and not with its square.
func BenchmarkWithMore(b *testing.B) {
	for _, n := range []int{6_000, 60_000} {
		var many []platform.Problem
		for i := range n {
			many = append(many, platform.Problem{Location: fmt.Sprintf("body.tables[0].rows[%d].weight", i)})
		}
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				platform.WithMore(many, many)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/problem")
		})
	}
}
