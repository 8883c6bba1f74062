package store_test

import (
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store"
	"berth/platform/store/pgtest"
	"berth/platform/store/storetest"
)

// through returns another address of a PostgreSQL, on which cut ends all connections.
func through(t *testing.T, address string) (between string, cut func()) {
	t.Helper()
	config, err := pgx.ParseConfig(address)
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := os.MkdirTemp("", "through") //nolint:usetesting // its name is short, as that of a socket must be
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "unix", filepath.Join(folder, ".s.PGSQL.5432"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	network, to := serverAddress(config)
	var open sync.Map
	go func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := (&net.Dialer{}).DialContext(t.Context(), network, to)
			if err != nil {
				_ = here.Close()
				continue
			}
			open.Store(here, there)
			go func() { _, _ = io.Copy(there, here); _ = there.Close() }()
			go func() { _, _ = io.Copy(here, there); _ = here.Close() }()
		}
	}()
	query := u.Query()
	query.Set("host", folder)
	query.Set("port", "5432")
	u.RawQuery = query.Encode()
	return u.String(), func() {
		open.Range(func(here, _ any) bool { _ = here.(net.Conn).Close(); return true })
	}
}

func serverAddress(c *pgx.ConnConfig) (network, address string) {
	if filepath.IsAbs(c.Host) {
		return "unix", filepath.Join(c.Host, ".s.PGSQL."+strconv.Itoa(int(c.Port)))
	}
	return "tcp", net.JoinHostPort(c.Host, strconv.Itoa(int(c.Port)))
}

// A database whose connections break, or that takes no changes as a standby, or too long, is away for a while: that is no fault of ours, and
// nothing has to be restarted.
func TestTroubleOfTheDatabaseIsUnavailable(t *testing.T) {
	t.Parallel()
	direct := pgtest.URL(t)
	address, cut := through(t, direct)
	s := storetest.OpenWith(t, store.Options{DatabaseURL: address})
	by := storetest.Person(t, s, "ann@example.com")
	admin, err := pgx.Connect(t.Context(), direct)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = admin.Close(t.Context()) }()
	run := func(statement string) {
		t.Helper()
		if _, err := admin.Exec(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	create := func() error {
		_, err := s.CreateApp(t.Context(), by, platform.App{Origin: platform.OriginAuthored, Draft: draft("one")}, 1000)
		return err
	}
	database := pgx.Identifier{admin.Config().Database}.Sanitize()
	for _, trouble := range []struct {
		name, begin, end string
		cut, standby     bool
	}{
		{name: "broken connections", begin: "SELECT 1", end: "SELECT 1", cut: true},
		{name: "a standby", begin: "ALTER DATABASE " + database + " SET default_transaction_read_only = on",
			end: "ALTER DATABASE " + database + " SET default_transaction_read_only = off", cut: true, standby: true},
		{name: "a statement that takes too long", begin: `CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			RAISE EXCEPTION 'canceling statement due to statement timeout' USING ERRCODE = 'query_canceled'; END $$;
			CREATE TRIGGER late BEFORE INSERT ON apps EXECUTE FUNCTION late()`, end: "DROP TRIGGER late ON apps"},
	} {
		run(trouble.begin)
		if trouble.cut {
			cut()
		}
		t.Log(trouble.name)
		wantCode(t, create(), platform.CodeUnavailable)
		if trouble.standby {
			for range 2 { // the first may find a connection that is broken
				err = s.TakesChanges(t.Context())
			}
			if err == nil {
				t.Error("a standby takes changes")
			}
		}
		run("SET default_transaction_read_only = off")
		run(trouble.end)
		for range 20 { // connections that are left may be broken, or to the standby
			if err = create(); err == nil {
				break
			}
			wantCode(t, err, platform.CodeUnavailable)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := s.TakesChanges(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// Of a database that takes no changes only the connection is closed that has said so: the others go on serving reads.
func TestStandbyKeepsConnections(t *testing.T) {
	t.Parallel()
	s := storetest.OpenWith(t, store.Options{DatabaseURL: pgtest.URL(t) + "&default_transaction_read_only=on"})
	var held [3]pgx.Row
	for i := range held { // each until it is scanned
		held[i] = s.QueryRow(t.Context(), "SELECT 1")
	}
	for _, row := range held {
		if err := row.Scan(new(int)); err != nil {
			t.Fatal(err)
		}
	}
	idle := s.Stats().Idle
	if err := s.TakesChanges(t.Context()); err == nil {
		t.Fatal("a standby takes changes")
	}
	if left := s.Stats().Idle; idle < len(held) || left != idle-1 {
		t.Errorf("of %d idle connections %d are left", idle, left)
	}
}
