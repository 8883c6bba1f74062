// Pages renders widgets for the browser checks of templates/: it reads jobs as JSON from standard input, builds each with
// package view just as publishing does, and writes page and policy as JSON to standard output.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"testing/fstest"

	"berth/platform"
	"berth/platform/atlas"
	"berth/platform/view"
	"berth/templates"
)

// job is one widget: a layout with a theme and, for a page without a host, its configuration. Data are what the
// policy's image hosts are taken from, and what stands beside a result.
type job struct {
	Layout string          `json:"layout"`
	Theme  platform.Theme  `json:"theme"`
	Config json.RawMessage `json:"config"`
	Data   json.RawMessage `json:"data"`
	Tiles  string          `json:"tiles"` // the server of street tiles, if any
}

type rendered struct {
	HTML string         `json:"html"`
	CSP  string         `json:"csp"`
	Meta map[string]any `json:"meta,omitempty"` // what the server adds to the _meta of a result with the data
}

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pages:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer) error {
	var jobs []job
	if err := json.NewDecoder(in).Decode(&jobs); err != nil {
		return fmt.Errorf("read jobs: %w", err)
	}
	files, err := only(templates.FS(), jobs)
	if err != nil {
		return err
	}
	set, err := view.Load(files)
	if err != nil {
		return err
	}
	pages := make([]rendered, len(jobs))
	for i, j := range jobs {
		doc, err := set.Build(j.Layout, j.Theme)
		if err != nil {
			return fmt.Errorf("build job %d: %w", i, err)
		}
		var config json.RawMessage
		if j.Config != nil {
			// Decoded and encoded anew, so that no markup of the data survives unescaped.
			var value any
			if err := json.Unmarshal(j.Config, &value); err != nil {
				return fmt.Errorf("read configuration of job %d: %w", i, err)
			}
			if config, err = json.Marshal(value); err != nil {
				return fmt.Errorf("write configuration of job %d: %w", i, err)
			}
		}
		more, err := supplement(set, j)
		if err != nil {
			return fmt.Errorf("make the supplement of job %d: %w", i, err)
		}
		loads := platform.CSP{Resource: set.ImageHosts(j.Layout, j.Data)}.With(more.Loads())
		pages[i] = rendered{HTML: string(doc.Page(config)), CSP: view.CSP(doc, loads.Resource), Meta: more.Beside(j.Data)}
	}
	return json.NewEncoder(out).Encode(pages)
}

// supplement returns what the server adds for the job's layout, nil for nothing.
func supplement(set *view.Set, j job) (*platform.Supplement, error) {
	var tiles *atlas.Tiles
	if j.Tiles != "" {
		var err error
		if tiles, err = atlas.ParseTiles(j.Tiles, "© Its makers https://tiles.example/makers"); err != nil {
			return nil, err
		}
	}
	return set.With(map[string]platform.Supplement{atlas.Name: atlas.New(tiles).Supplement()}).Supplement(j.Layout), nil
}

// only returns the files of the layouts that the jobs name, so that one can be looked at while another is half written.
func only(all fs.FS, jobs []job) (fs.FS, error) {
	files := fstest.MapFS{}
	names := []string{"tokens/presets.json"}
	for _, j := range jobs {
		dir := "layouts/" + j.Layout + "/"
		names = append(names, dir+"layout.json", dir+"preview.svg", "dist/"+j.Layout+".html")
	}
	for _, name := range names {
		if files[name] != nil {
			continue
		}
		data, err := fs.ReadFile(all, name)
		if err != nil {
			return nil, err
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	return files, nil
}
