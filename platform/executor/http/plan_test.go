package http_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"berth/platform"
)

// A body that no call could send is its author's to mend, before callers are told that their arguments are wrong.
func TestBodiesThatCannotBeMade(t *testing.T) {
	t.Parallel()
	b := setup(t, nil)
	const said = "only JSON, form fields and texts can be sent"
	for header, want := range map[string]string{
		`"content-type":"application/xml"`:                         `names a body of the type "application/xml": ` + said,
		`"content-type":"multipart/form-data; boundary=x"`:         `names a body of the type "multipart/form-data": ` + said,
		`"content-type":"application/vnd.api+json; charset=utf-8"`: "", `"content-type":"text/xml"`: "", `"content-type":"application/x-www-form-urlencoded"`: "",
		`"content-type":"{{args.kind}}"`: "", `"x-kind":"application/xml"`: "",
	} {
		_, problems := b.Plan(b.tool(`{"kind":"http","request":{"method":"POST","url":"{{url}}/","headers":{`+header+`},"body":{"a":"{{args.a}}"}}}`), b.around)
		var wanted []platform.Problem
		if want != "" {
			wanted = []platform.Problem{{Location: "handler.request.headers.content-type", Message: want}}
		}
		if diff := cmp.Diff(wanted, problems, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", header, diff)
		}
	}
	if _, problems := b.Plan(b.tool(`{"kind":"http","request":{"method":"DELETE","url":"{{url}}/","headers":{"Content-Type":"application/xml"}}}`), b.around); len(problems) > 0 {
		t.Errorf("without a body: %v", problems)
	}
	for body, wrong := range map[string]bool{`"a={{args.a}}"`: true, `"a=1"`: true, `["{{args.a}}"]`: true, `{"a":"{{args.a}}"}`: false, `"{{args.a}}"`: false} {
		form := b.tool(`{"kind":"http","request":{"method":"POST","url":"{{url}}/","headers":{"Content-Type":"application/x-www-form-urlencoded"},"body":` + body + `}}`)
		if _, problems := b.Plan(form, b.around); len(problems) > 0 != wrong || wrong && problems[0].Location != "handler.request.body" {
			t.Errorf("a form of %s: %v", body, problems)
		}
	}
}
