package openapi_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/platform"
	"berth/platform/openapi"
	"berth/platform/request"
	"berth/platform/request/outgoing"
	"berth/platform/schema"
	"berth/platform/view"
	"berth/test/shipped"
)

var update = flag.Bool("update", false, "rewrite what is expected")

func layouts(t testing.TB) *view.Set {
	t.Helper()
	set := shipped.Layouts(t)
	return set
}

func read(t testing.TB, data []byte, set *view.Set) []openapi.Operation {
	t.Helper()
	d, problems := openapi.Read(openapi.Source{Data: data, URL: "https://example.com/docs/openapi.json", Layouts: set.Layout})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	all, err := d.Operations(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// whole fails for a tool that could not be saved, or that would not work at once.
func whole(t testing.TB, op openapi.Operation, set *view.Set) {
	t.Helper()
	if op.ID == "" || op.Score < 0 || op.Score > 100 || op.Problems == nil {
		t.Errorf("%s %s: %+v", op.Method, op.Path, op)
	}
	if op.Tool == nil {
		if len(op.Problems) == 0 || op.Recommended {
			t.Errorf("%s: no tool, and nothing says why", op.ID)
		}
		return
	}
	tool := *op.Tool
	if !platform.ValidToolName(tool.Name) || tool.Mode != platform.ModeMock || tool.Description == "" || len([]rune(tool.Description)) > platform.MaxToolDescription || len([]rune(tool.Title)) > 100 {
		t.Errorf("%s: %q %q %q", op.ID, tool.Name, tool.Title, tool.Description)
	}
	if faults := schema.Arguments(tool.Input); len(faults) > 0 {
		t.Errorf("%s: input %v in %s", op.ID, faults, tool.Input)
	}
	var handler struct{ Request json.RawMessage }
	if err := json.Unmarshal(tool.Handler, &handler); err != nil {
		t.Fatal(err)
	}
	asked, faults := outgoing.Parse(handler.Request, request.Args, request.Secret)
	if len(faults) > 0 {
		t.Fatalf("%s: %v in %s", op.ID, faults, handler.Request)
	}
	compiled, err := schema.Compile(tool.Input)
	if err != nil {
		t.Fatal(err)
	}
	var input struct{ Properties map[string]any }
	if err := json.Unmarshal(tool.Input, &input); err != nil {
		t.Fatal(err)
	}
	for _, p := range asked.Placeholders() {
		if p.Source == request.Args && input.Properties[p.Path[0]] == nil {
			t.Errorf("%s: %s is no argument", op.ID, p)
		}
		delete(input.Properties, p.Path[0])
	}
	if len(input.Properties) > 0 {
		t.Errorf("%s: arguments that go nowhere: %v", op.ID, slices.Sorted(maps.Keys(input.Properties)))
	}
	if tool.Example != nil && len(compiled.Validate(tool.Example)) > 0 {
		t.Errorf("%s: the example %s does not fit", op.ID, tool.Example)
	}
	l, ok := set.Layout(tool.Layout)
	if !ok || tool.MockData == nil {
		if tool.Layout != "" && !ok {
			t.Errorf("%s: layout %q", op.ID, tool.Layout)
		}
		return
	}
	shows, err := schema.Compile(l.DataSchema)
	if err != nil {
		t.Fatal(err)
	}
	if faults := shows.Validate(tool.MockData); len(faults) > 0 {
		t.Errorf("%s: %s does not show %s: %v", op.ID, l.Name, tool.MockData, faults)
	}
}

// inWords is what is read of a document, for people who judge it.
func inWords(all []openapi.Operation) string {
	var b strings.Builder
	for _, op := range all {
		mark := map[bool]string{true: "*", false: " "}[op.Recommended]
		fmt.Fprintf(&b, "%s %3d %s %s (%s)\n", mark, op.Score, op.Method, op.Path, op.ID)
		if t := op.Tool; t != nil {
			fmt.Fprintf(&b, "      %s: %s\n      takes %s\n      sends %s\n", t.Name, t.Description, t.Input, t.Handler)
			fmt.Fprintf(&b, "      shows %s %.300s; for %s\n", t.Layout, t.MockData, t.Example)
		}
		for _, p := range op.Problems {
			fmt.Fprintf(&b, "      ! %s %s\n", p.Location, p.Message)
		}
	}
	return b.String()
}

func TestDocuments(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil || len(paths) < 9 {
		t.Fatalf("%d files, %v", len(paths), err)
	}
	for _, path := range paths {
		if ext := filepath.Ext(path); ext != ".json" && ext != ".yaml" {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all := read(t, data, set)
			recommended := 0
			for _, op := range all {
				whole(t, op, set)
				if op.Recommended {
					recommended++
				}
			}
			if recommended == 0 || recommended > 5 {
				t.Errorf("%d are recommended", recommended)
			}
			if again := inWords(read(t, data, set)); again != inWords(all) {
				t.Error("the same document gives other tools")
			}
			golden := path + ".golden"
			if *update {
				if err := os.WriteFile(golden, []byte(inWords(all)), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), inWords(all)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Three hundred operations and more than a tool may take: five are recommended, and each tool is one that can be saved.
func TestManyOperations(t *testing.T) {
	t.Parallel()
	set := layouts(t)
	var paths, props []string
	for i := range 60 {
		props = append(props, fmt.Sprintf(`"field_%d":{"type":"string","description":"%s"}`, i, strings.Repeat("long ", 40)))
	}
	for i := range 40 {
		paths = append(paths, fmt.Sprintf(`"/things%d":{"get":{"summary":"List things %d","responses":{"200":{"description":"x","content":{"application/json":{"schema":{"type":"array","items":{"$ref":"#/components/schemas/Thing"}}}}}}},
			"post":{"requestBody":{"required":true,"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}},"responses":{"200":{"description":"x"}}}},
			"/things%d/{id}":{"delete":{"operationId":"same","parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],"responses":{"200":{"description":"x"}}}}`, i, i, i))
	}
	all := read(t, []byte(`{"openapi":"3.0.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{`+strings.Join(paths, ",")+`},"components":{"schemas":{"Thing":{"type":"object","required":["field_7"],"properties":{`+
		strings.Join(props, ",")+`,"self":{"$ref":"#/components/schemas/Thing"}}}}}}`), set)
	names, recommended := map[string]bool{}, 0
	for _, op := range all {
		whole(t, op, set)
		if op.Tool == nil || names[op.Tool.Name] {
			t.Fatalf("%s: %+v", op.ID, op)
		}
		if names[op.Tool.Name] = true; op.Recommended {
			recommended++
		}
		if op.Method == "POST" && !slices.ContainsFunc(op.Problems, func(p platform.Problem) bool { return strings.Contains(p.Message, "left out") }) {
			t.Errorf("%s: nothing says what was left out: %v", op.ID, op.Problems)
		}
	}
	if len(all) != 120 || recommended != 5 {
		t.Errorf("%d operations, %d recommended", len(all), recommended)
	}
}

// A short document whose references would make gigabytes of one list, and of one example, gives tools without them.
func TestLittleDoesNotBecomeMuch(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 5000)
	doc := `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.example"}],"paths":{"/a":{"post":{"requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object","properties":{` +
		strings.Repeat(`"%[1]s":{"$ref":"#/components/schemas/Long"},`, 30) + `"last":{"type":"string"}}}}}},"responses":{"200":{"description":"x","content":{"application/json":{"example":{"all":[%[3]s]}}}}}}}},
		"components":{"schemas":{"Long":{"type":"string","enum":[%[2]s],"default":"` + long + `","example":"` + long + `"}}}}`
	for i := range 30 {
		doc = strings.Replace(doc, "%[1]s", fmt.Sprintf("p%d", i), 1)
	}
	var values []string
	for i := range 60 {
		values = append(values, fmt.Sprintf(`"%d%s"`, i, long))
	}
	doc = strings.NewReplacer("%[2]s", strings.Join(values, ","), "%[3]s", strings.Join(values, ",")).Replace(doc)
	all := read(t, []byte(doc), layouts(t))
	if len(all) != 1 || all[0].Tool == nil {
		t.Fatalf("%+v", all)
	}
	if tool := all[0].Tool; len(tool.Input) > 16<<10 || len(tool.Example) > 16<<10 || len(tool.MockData) > 48<<10 || !strings.Contains(string(tool.Input), `"p29"`) {
		t.Errorf("%d bytes of input, %d of an example, %d of data", len(tool.Input), len(tool.Example), len(tool.MockData))
	}
	d, problems := openapi.Read(openapi.Source{Data: []byte(doc), Layouts: layouts(t).Layout})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Operations(over); len(problems) > 0 || err == nil {
		t.Errorf("goes on when nobody waits: %v, %v", problems, err)
	}
}

// Summaries may hold what names must not: the tool made of one can be saved.
func TestTitlesAreNames(t *testing.T) {
	t.Parallel()
	doc := `{"openapi":"3.1.0","info":{"title":"t","version":"1"},"servers":[{"url":"https://a.example"}],
		"paths":{"/a":{"get":{"summary":"كل\u200f \u202eشيء\ufeff","responses":{"200":{"description":"x"}}}}}}`
	all := read(t, []byte(doc), layouts(t))
	if len(all) != 1 || all[0].Tool == nil || all[0].Tool.Title != "كل شيء" {
		t.Errorf("%+v", all)
	}
}

func TestWhatIsNoDocument(t *testing.T) {
	t.Parallel()
	bomb := "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
	for i := range 9 {
		bomb += fmt.Sprintf("%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", 'b'+i, 'b'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i, 'a'+i)
	}
	for name, tt := range map[string]struct{ data, want string }{
		"nothing": {"", "is empty"}, "blank": {" \n", "is empty"}, "html": {"<!doctype html><p>", "HTML"}, "bytes": {"\xff\xfe{", "UTF-8"}, "text": {"hello", "is missing"},
		"swagger": {`{"swagger":"2.0","paths":{}}`, "Swagger 2"}, "version": {`{"openapi":"4.0.0"}`, "3.0 and 3.1"}, "no paths": {`{"openapi":"3.0.0","paths":{}}`, "no operations"},
		"broken": {`{"openapi":"3.0.0",`, "not valid JSON"}, "yaml": {"openapi: [3", "neither JSON nor YAML"}, "a bomb": {bomb, "more than"}, "a bomb of text": {"a: &a " + strings.Repeat("x", 1<<20) + "\nb: [" + strings.Repeat("*a ,", 30) + "]\n", "more than"}, "a cycle": {"a: &a\n  b: *a\n", ""},
		"deep": {strings.Repeat(`{"a":`, 5000) + "1" + strings.Repeat("}", 5000), "deep"}, "deep yaml": {strings.Repeat("[", 5000), ""}, "large": {strings.Repeat("a", openapi.MaxDocument+1), "10 MiB"}, "many": {"[" + strings.Repeat("0,", 4<<20) + "0]", "values"},
	} {
		d, problems := openapi.Read(openapi.Source{Data: []byte(tt.data)})
		if d != nil || len(problems) == 0 || !strings.Contains(problems[0].Message, tt.want) {
			t.Errorf("%s: %v", name, problems)
		}
	}
}

// FuzzRead reads anything as a document: it is refused, or gives tools that can be saved.
func FuzzRead(f *testing.F) {
	paths, _ := filepath.Glob("testdata/*.*")
	for _, path := range paths {
		if data, err := os.ReadFile(path); err == nil && !strings.HasSuffix(path, ".golden") {
			f.Add(data)
		}
	}
	set := layouts(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		d, problems := openapi.Read(openapi.Source{Data: data, URL: "https://example.com/openapi.json", Layouts: set.Layout})
		if len(problems) > 0 {
			return
		}
		_ = d.Title()
		all, err := d.Operations(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, op := range all {
			whole(t, op, set)
		}
	})
}
