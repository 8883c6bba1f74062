package architecture_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../.."

// files returns the paths, relative to the root, of all files whose name ends in suffix.
func files(t *testing.T, suffix string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", ".tools", "node_modules", "data", "testdata"}, d.Name()) {
			return filepath.SkipDir
		}
		if !d.IsDir() && strings.HasSuffix(path, suffix) {
			relative, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			found = append(found, filepath.ToSlash(relative))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// A ban forbids names of a package in code that is not a test.
type ban struct {
	path   string
	names  []string
	except []string // folders
	reason string
}

var bans = []ban{
	{
		path: "os", names: []string{"Getenv", "LookupEnv", "Environ", "ExpandEnv"},
		except: []string{"cmd", "test", "bench", "platform/store/pgtest"},
		reason: "settings are read by cmd, once, and passed as values; the PostgreSQL for tests is told by TEST_DATABASE_URL",
	}, {
		path: "net/http", names: []string{"Client", "Transport", "DefaultClient", "DefaultTransport", "Get", "Head", "Post", "PostForm"},
		except: []string{"platform/outbound", "test", "bench"},
		reason: "requests to the outside go through outbound.New, which refuses private addresses",
	}, {
		path: "net", names: []string{"Dial", "DialTimeout", "Dialer"}, except: []string{"platform/outbound", "test", "bench"},
		reason: "connections to the outside go through outbound.New, which refuses private addresses",
	}, {
		path: "net/http", names: []string{"DefaultServeMux", "Handle", "HandleFunc"},
		reason: "a global router is package-level state",
	}, {
		path: "berth/platform/identity", names: []string{"PasswordCost", "CheapPasswords"},
		reason: "what tests hash passwords with keeps none secret",
	},
}

func TestCodeHasNoInitAndNothingBanned(t *testing.T) {
	t.Parallel()
	for _, path := range files(t, ".go") {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, path), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("parse: %v", err)
			continue
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has an init function: what happens at start is written in cmd, in order", path)
			}
		}
		if !strings.HasSuffix(path, "_test.go") {
			checkBans(t, path, file)
			checkAddresses(t, path, file)
		}
	}
}

func checkBans(t *testing.T, path string, file *ast.File) {
	t.Helper()
	imported := map[string]string{} // local name → import path
	for _, i := range file.Imports {
		p, err := strconv.Unquote(i.Path.Value)
		if err != nil {
			t.Fatal(err)
		}
		name := p[strings.LastIndexByte(p, '/')+1:]
		if i.Name != nil {
			name = i.Name.Name
		}
		imported[name] = p
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		for _, b := range bans {
			if imported[x.Name] == b.path && slices.Contains(b.names, s.Sel.Name) && !under(path, b.except) {
				t.Errorf("%s uses %s.%s: %s", path, b.path, s.Sel.Name, b.reason)
			}
		}
		return true
	})
}

// checkAddresses finds addresses of apps that are built outside of Addresses.
func checkAddresses(t *testing.T, path string, file *ast.File) {
	t.Helper()
	if path == "platform/address.go" {
		return
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING && strings.Contains(text.Value, "/servers/") {
			t.Errorf("%s says %s: where an app is reached is asked of platform.Addresses", path, text.Value)
		}
		return true
	})
}

// The pages of the builder take addresses from the API.
func TestPagesMakeNoAddressesOfApps(t *testing.T) {
	t.Parallel()
	for _, path := range append(files(t, ".ts"), files(t, ".tsx")...) {
		if !strings.HasPrefix(path, "web/src/") || strings.HasSuffix(path, ".d.ts") || strings.Contains(path, ".test.") {
			continue
		}
		source, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(source), "/servers/") || strings.Contains(string(source), `\/servers`) {
			t.Errorf("%s speaks of /servers/: an app is reached at the mcpUrl and uiUrl that the API names", path)
		}
	}
}

func under(path string, folders []string) bool {
	return slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(path, f+"/") })
}
