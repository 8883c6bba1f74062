package litepgx

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"sync"
)

// maxStatements bounds the statements that are kept prepared; the product has somewhat fewer queries.
const maxStatements = 512

// statements keeps queries prepared: SQLite takes longer to read a query than to run it. It is safe for concurrent use.
type statements struct {
	db *sql.DB

	mu    sync.Mutex
	known map[string]*sql.Stmt
}

func newStatements(d *sql.DB) *statements { return &statements{db: d, known: map[string]*sql.Stmt{}} }

// prepared returns the query's statement, nil when there are too many. It must not be called within a transaction, which
// holds the one connection.
func (s *statements) prepared(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := s.find(query); stmt != nil {
		return stmt, nil
	}
	stmt, err := s.db.PrepareContext(context.WithoutCancel(ctx), query)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.known[query]; first != nil {
		return first, stmt.Close()
	}
	if len(s.known) >= maxStatements {
		return nil, stmt.Close()
	}
	s.known[query] = stmt
	return stmt, nil
}

func (s *statements) find(query string) *sql.Stmt {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.known[query]
}

// ExecContext implements execer.
func (s *statements) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	stmt, err := s.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return s.db.ExecContext(ctx, query, args...)
	}
	return stmt.ExecContext(ctx, args...)
}

// QueryContext implements execer.
func (s *statements) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	stmt, err := s.prepared(ctx, query)
	if err != nil {
		return nil, err
	}
	if stmt == nil {
		return s.db.QueryContext(ctx, query, args...)
	}
	return stmt.QueryContext(ctx, args...)
}

func (s *statements) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, stmt := range s.known {
		if err := stmt.Close(); err != nil {
			return err
		}
	}
	clear(s.known)
	return nil
}

// parted sends queries that only read to the connections that do nothing else.
type parted struct{ reads, writes *statements }

// ExecContext implements execer.
func (p *parted) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return p.writes.ExecContext(ctx, query, args...)
}

// QueryContext implements execer. What returns rows may write too (INSERT … RETURNING).
func (p *parted) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if onlyReads(query) {
		return p.reads.QueryContext(ctx, query, args...)
	}
	return p.writes.QueryContext(ctx, query, args...)
}

// onlyReads reports whether the query is a SELECT, after any comments at its start.
func onlyReads(query string) bool {
	for strings.HasPrefix(query, "--") {
		_, query, _ = strings.Cut(query, "\n")
	}
	return strings.HasPrefix(query, "SELECT ")
}

// within is a transaction that uses the prepared statements, and notes the queries for which there were none.
type within struct {
	*statements
	tx      *sql.Tx
	own     map[string]*sql.Stmt // that the transaction has made of the prepared ones
	missing []string
}

func (w *within) statement(ctx context.Context, query string) *sql.Stmt {
	if stmt := w.own[query]; stmt != nil {
		return stmt
	}
	stmt := w.find(query)
	if stmt == nil {
		if !slices.Contains(w.missing, query) {
			w.missing = append(w.missing, query)
		}
		return nil
	}
	stmt = w.tx.StmtContext(ctx, stmt)
	w.own[query] = stmt
	return stmt
}

// ExecContext implements execer.
func (w *within) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if stmt := w.statement(ctx, query); stmt != nil {
		return stmt.ExecContext(ctx, args...)
	}
	return w.tx.ExecContext(ctx, query, args...)
}

// QueryContext implements execer.
func (w *within) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	ctx = context.WithoutCancel(ctx)
	if stmt := w.statement(ctx, query); stmt != nil {
		return stmt.QueryContext(ctx, args...)
	}
	return w.tx.QueryContext(ctx, query, args...)
}

// learn prepares, for the next transaction, the queries that had no statement. One that cannot be prepared has failed
// already.
func (w *within) learn(ctx context.Context) {
	for _, query := range w.missing {
		_, _ = w.prepared(ctx, query)
	}
}
