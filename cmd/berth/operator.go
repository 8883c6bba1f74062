package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"berth/platform/identity"
	"berth/platform/outbound"
	"berth/platform/store"
	"berth/platform/store/litepgx"
)

// operation is an operator's command that works while a server runs. Only one process can have a SQLite database open:
// where that is the server, the command sends itself there. What the operation writes is the command's output.
type operation interface {
	operate(ctx context.Context, o *operator, out io.Writer) error
}

// operations returns all operations by their names on the socket.
func operations() map[string]func() operation {
	return map[string]func() operation{
		"suspend": func() operation { return new(suspendCommand) }, "resume": func() operation { return new(resumeCommand) },
		"apps": func() operation { return new(appsCommand) }, "users": func() operation { return new(usersCommand) },
		"users-reset-password": func() operation { return new(resetPasswordCommand) },
		"backup":               func() operation { return new(backupCommand) }, "keys-create": func() operation { return new(keysCreateCommand) },
		"vault-rotate": func() operation { return new(vaultRotateCommand) }, "vault-check": func() operation { return new(vaultCheckCommand) },
	}
}

// operator is what operations work on: a database, and what belongs to it.
type operator struct {
	store    *store.Store
	identity *identity.Service
	keys     func() (*keyring, error)
	log      *slog.Logger
}

// failureTrailer says why an operation failed, behind its output.
const failureTrailer = "Berth-Failure"

// operate runs an operation here, or in the server that has the embedded database open.
func operate(ctx context.Context, s *settings, c *console, name string, op operation, out io.Writer) error {
	var unreached error
	if s.DatabaseURL == "" {
		sent, err := ask(ctx, socketPath(s.DataDir), name, op, out)
		if sent {
			return err
		}
		unreached = err
	}
	_, makes := op.(*keysCreateCommand)
	if s.DatabaseURL == "" && !makes {
		if there, err := hasDatabase(s.DataDir); err != nil {
			return err
		} else if !there {
			return fmt.Errorf("there is no database in %s: BERTH_DATA_DIR must be the folder that the server uses", s.DataDir)
		}
	}
	log := s.logger(c)
	db, err := openStore(ctx, s, log, nil)
	if err != nil {
		return whyNot(err, unreached)
	}
	if err := db.SchemaCurrent(ctx); err != nil && !makes {
		if _, copies := op.(*backupCommand); !copies || errors.Is(err, store.ErrEmpty) { // a backup may be of an earlier schema
			return errors.Join(err, db.Close())
		}
	}
	o := &operator{store: db, identity: newIdentity(s, db, log, waysIn{}), keys: s.presentKeys, log: log}
	return errors.Join(op.operate(ctx, o, out), db.Close())
}

// whyNot is the error of a command that can neither open the database nor reach a server.
func whyNot(opened, unreached error) error {
	switch {
	case errors.Is(unreached, fs.ErrPermission):
		return fmt.Errorf("commands are for the user that the server runs as: %w", unreached)
	case errors.Is(opened, litepgx.ErrInUse):
		return cannotAsk(unreached)
	}
	return opened
}

// cannotAsk is the error of a command that cannot reach who has the database open: a server, or another command.
func cannotAsk(unreached error) error {
	return fmt.Errorf("the process that has the database open takes no commands; if it is a server, its log says why: %w", unreached)
}

// hasDatabase reports whether a folder holds the embedded database.
func hasDatabase(folder string) (bool, error) {
	_, err := os.Stat(filepath.Join(folder, "berth.db"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("BERTH_DATA_DIR: %w", err)
	}
	return true, nil
}

// ask makes the server behind a socket run the operation, and reports whether it has reached such a server. If not, the error says why.
func ask(ctx context.Context, socket, name string, op operation, out io.Writer) (sent bool, err error) {
	socket, done, err := shortened(socket)
	if err != nil {
		return false, err
	}
	defer done()
	read, write := io.Pipe()
	go func() { _ = write.CloseWithError(json.NewEncoder(write).Encode(op)) }() // the reader learns of it
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://operator/"+name, read)
	if err != nil {
		return true, err
	}
	resp, err := outbound.Socket(socket).Do(r)
	dial := (*net.OpError)(nil)
	if errors.As(err, &dial) && dial.Op == "dial" {
		return false, dial
	}
	if err != nil {
		return true, fmt.Errorf("ask the server: %w", err)
	}
	defer func() { err = errors.Join(err, resp.Body.Close()) }()
	if resp.StatusCode != http.StatusOK {
		return true, fmt.Errorf("the server, which is of another version, does not know %q", name)
	}
	if _, err := io.Copy(out, resp.Body); err != nil {
		return true, fmt.Errorf("read from the server: %w", err)
	}
	if failure := resp.Trailer.Get(failureTrailer); failure != "" {
		var text string
		if err := json.Unmarshal([]byte(failure), &text); err != nil {
			return true, fmt.Errorf("read from the server: %w", err)
		}
		return true, errors.New(text)
	}
	return true, nil
}

// ServeHTTP runs an operation that a command has sent. The file system has decided who may reach it.
func (o *operator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	begin, known := operations()[r.URL.Path[1:]]
	if !known || r.Method != http.MethodPost {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	op := begin()
	if err := json.NewDecoder(r.Body).Decode(op); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	w.Header().Set("Trailer", failureTrailer)
	w.WriteHeader(http.StatusOK)
	if err := op.operate(r.Context(), o, w); err != nil {
		text, _ := json.Marshal(err.Error()) // one line, as a trailer must be
		w.Header().Set(failureTrailer, string(text))
	}
}

// socketPath returns the path of the socket on which the server that has an embedded database open takes operations.
func socketPath(dataDir string) string { return filepath.Join(dataDir, "operator", "berth.sock") }

// longestSocket is the longest path that a socket may have on every system.
const longestSocket = 103

// shortened returns a name for a socket whose path is longer than sockets may have, which holds until done: Linux finds an open folder by
// its number. Elsewhere the path stays, and is refused.
func shortened(path string) (name string, done func(), err error) {
	if len(path) <= longestSocket || runtime.GOOS != "linux" {
		return path, func() {}, nil
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), filepath.Base(path)), func() { _ = folder.Close() }, nil
}

// listenOperator opens the socket for the user of this process only. It replaces a socket that a killed process has left:
// the lock on the database says that no other process has it open.
func listenOperator(ctx context.Context, path string) (net.Listener, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := os.Chmod(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	name, done, err := shortened(path)
	if err != nil {
		return nil, err
	}
	defer done()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "unix", name)
	if err != nil {
		return nil, err
	}
	if unix, ok := listener.(*net.UnixListener); ok && name != path {
		unix.SetUnlinkOnClose(false) // by a name that no longer holds; the next server replaces what is left
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

// listenOperator opens the socket of an embedded database. If that fails the server still runs: its disk may be full.
func (p *parts) listenOperator(ctx context.Context) {
	if p.settings.DatabaseURL != "" {
		return
	}
	path := socketPath(p.settings.DataDir)
	var err error
	if p.socket, err = listenOperator(ctx, path); err != nil {
		p.log.WarnContext(ctx, "commands such as berth backup cannot reach this server", "socket", path, "error", err)
	}
}

// serveOperator takes operations until ctx ends.
func (p *parts) serveOperator(ctx context.Context) error {
	if p.socket == nil {
		return nil
	}
	o := &operator{store: p.store, identity: p.identity, keys: func() (*keyring, error) { return p.keys, nil }, log: p.log}
	server := &http.Server{Handler: o, ReadHeaderTimeout: readTimeout, BaseContext: func(net.Listener) context.Context { return ctx },
		ErrorLog: slog.NewLogLogger(p.log.Handler(), slog.LevelDebug)}
	stopped := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer stopped()
	return ignoreClosed(server.Serve(p.socket))
}

// newIdentity makes the identity service over a database. Commands, which sign nobody in, need no ways to do so.
func newIdentity(s *settings, db *store.Store, log *slog.Logger, by waysIn) *identity.Service {
	return identity.New(identity.Options{Store: db, Log: log, Now: time.Now, SignUp: s.SignUp, People: s.People, PublicURL: s.PublicURL,
		Post: by.post, Passkeys: by.passkeys, Provider: by.provider,
		Limits: identity.Limits{Keys: s.LimitKeys, Members: s.LimitMembers, SignInPerMinute: s.LimitSignInRPM}})
}
