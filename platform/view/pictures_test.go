package view_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func TestPictures(t *testing.T) {
	t.Parallel()
	set := setup(t)
	mine := json.RawMessage(`{"a":"data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'/%3E"}`)
	p := set.Pictures("https://apps.example.com", mine)
	address := regexp.MustCompile(`"https://apps\.example\.com/pictures/([0-9a-f]{24}\.svg)"`)
	pictured := 0
	for _, l := range set.Layouts() {
		pictures := bytes.Count(l.Sample, []byte(`"data:image/`))
		got, origin := p.Point(l.Sample)
		files := address.FindAllSubmatch(got, -1)
		if !json.Valid(got) || len(files) != pictures || bytes.Contains(got, []byte("data:image")) || (origin == "https://apps.example.com") != (pictures > 0) {
			t.Errorf("%s: of %d pictures %d have an address, origin %q:\n%s", l.Name, pictures, len(files), origin, got)
		}
		for _, file := range files {
			svg, ok := p.File(string(file[1]))
			if !ok || !bytes.HasPrefix(svg, []byte("<svg ")) || !bytes.HasSuffix(svg, []byte("</svg>")) {
				t.Errorf("%s: %s is %s", l.Name, file[1], svg)
			}
		}
		pictured += pictures
	}
	if pictured == 0 {
		t.Error("no sample has a picture")
	}
	if got, origin := p.Point(mine); origin == "" || !address.Match(got) {
		t.Errorf("further data: %s %q", got, origin)
	}
}

// Only what ships is served: nobody can make this server serve a picture of theirs, and no data of an author's changes.
func TestPicturesOfAuthorsStay(t *testing.T) {
	t.Parallel()
	p := setup(t).Pictures("https://apps.example.com")
	for _, data := range []string{
		`{"image":"data:image/svg+xml,%3Csvg%20onload='alert(1)'/%3E"}`, `{"image":"data:image/svg+xml,`, `{"image":"data:image/png;base64,AA=="}`, ``, `null`,
		`{"text":"see \"data:image/svg+xml,x\""}`,
	} {
		if got, origin := p.Point(json.RawMessage(data)); string(got) != data || origin != "" {
			t.Errorf("%s became %s, %q", data, got, origin)
		}
	}
	for _, name := range []string{"", "x.svg", "../x", strings.Repeat("0", 24) + ".svg"} {
		if _, ok := p.File(name); ok {
			t.Errorf("there is a file %q", name)
		}
	}
}

func TestPicturesWithoutHTTPS(t *testing.T) {
	t.Parallel()
	set := setup(t)
	l, _ := set.Layout("cards")
	for _, public := range []string{"http://127.0.0.1:3001", "", "https://münchen.example"} {
		p := set.Pictures(public)
		if got, origin := p.Point(l.Sample); !bytes.Equal(got, l.Sample) || origin != "" {
			t.Errorf("%s: %s", public, got)
		}
	}
}
