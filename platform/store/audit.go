package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"berth/platform"
	"berth/platform/identity"
	"berth/platform/store/db"
)

// change is one line of the audit trail. Before and after are encoded as JSON; nil means that there is nothing.
type change struct {
	workspace     platform.WorkspaceID // "" = none: somebody's own account
	action        string
	target        string
	before, after fields
}

// fields are parts of something, as the audit trail shows them.
type fields map[string]any

func (t tx) audit(ctx context.Context, by platform.Actor, c change) error {
	if c.workspace != "" && !slices.Contains(identity.AuditActions(), c.action) {
		return fmt.Errorf("write audit row: %s is not one of identity.AuditActions", c.action)
	}
	before, err := auditJSON(c.before)
	if err != nil {
		return err
	}
	after, err := auditJSON(c.after)
	if err != nil {
		return err
	}
	kind := by.Kind
	switch kind {
	case "":
		kind = platform.KindAnonymous
	case platform.KindToken: // which the column does not take: see actorKind
		kind = platform.KindKey
	}
	return wrap("write audit row", t.InsertAudit(ctx, db.InsertAuditParams{
		ID: newID(), At: t.now, WorkspaceID: optional(string(c.workspace)), ActorKind: string(kind),
		ActorUser: optional(string(by.User)), ActorKey: optional(string(by.Key)), Actor: by.Email,
		Action: c.action, Target: c.target, Before: before, After: after,
		Address: clean(by.Address, 100), UserAgent: clean(by.UserAgent, 500), RequestID: clean(by.RequestID, 100),
		ActorGrant: optional(string(by.Grant)),
	}))
}

func auditJSON(all fields) (*string, error) {
	if all == nil {
		return nil, nil //nolint:nilnil // an SQL null
	}
	text, err := platform.PlainJSON(withDigests(all))
	if err != nil {
		return nil, fmt.Errorf("encode audit row: %w", err)
	}
	return &text, nil
}

// maxAuditText is how many characters of a text the audit trail repeats.
const maxAuditText = 200

// withDigests replaces long texts by their digests and lengths, in characters: the trail shows that they changed and proves
// what they were, and nobody can fill the disk with it.
func withDigests(all fields) fields {
	short := make(fields, len(all))
	for name, v := range all {
		if text, ok := v.(string); ok {
			if n := utf8.RuneCountInString(text); n > maxAuditText {
				v = fields{"sha256": hexSHA256([]byte(text)), "length": n}
			}
		}
		short[name] = v
	}
	return short
}

func hexSHA256(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// draftFields returns the fields of a draft for the audit trail. Data, which may be large, is replaced by its digest, and so
// is each tool that is more than the fields that apps had when they had one.
func draftFields(d platform.Draft) fields {
	t := d.Tools[0]
	f := fields{"name": d.Name, "description": d.Description, "mcpSlug": d.Slug, "toolName": t.Name,
		"toolDescription": t.Description, "layoutTemplate": t.Layout, "themeVariables": d.Theme,
		"mockData": nil, "responseText": t.ResponseText, "systemPrompt": d.SystemPrompt}
	if t.MockData != nil {
		f["mockData"] = digested(t.MockData)
	}
	rest := d
	rest.Name, rest.Description, rest.Slug, rest.SystemPrompt, rest.Theme, rest.Tools = "", "", "", "", platform.Theme{}, nil
	var more map[string]json.RawMessage
	if raw, err := json.Marshal(rest); err == nil && json.Unmarshal(raw, &more) == nil { // what was read as JSON is written as JSON
		delete(more, "tools")
	}
	for name, raw := range more {
		f[name] = brief(raw)
	}
	for i, t := range d.Tools {
		if d.Flat() {
			break
		}
		if raw, err := json.Marshal(t); err == nil {
			whole := digested(raw)
			whole["name"] = t.Name
			f[fmt.Sprintf("tools[%d]", i)] = whole
		}
	}
	return f
}

// brief returns JSON, or its digest when it is long.
func brief(raw json.RawMessage) any {
	if len(raw) > maxAuditText {
		return digested(raw)
	}
	return raw
}

func digested(raw []byte) fields { return fields{"bytes": len(raw), "sha256": hexSHA256(raw)} }

// differing returns the fields that are not equal in both.
func differing(before, after fields) (fields, fields, error) {
	b, a := fields{}, fields{}
	names := slices.Concat(slices.Collect(maps.Keys(before)), slices.Collect(maps.Keys(after)))
	for _, name := range names {
		was, err := platform.PlainJSON(before[name])
		if err != nil {
			return nil, nil, fmt.Errorf("encode audit row: %w", err)
		}
		is, err := platform.PlainJSON(after[name])
		if err != nil {
			return nil, nil, fmt.Errorf("encode audit row: %w", err)
		}
		if was != is {
			b[name], a[name] = before[name], after[name]
		}
	}
	return b, a, nil
}

// Audit implements identity.Store.
func (s *Store) Audit(ctx context.Context, ws platform.WorkspaceID, q identity.AuditQuery) ([]identity.AuditEntry, string, error) {
	before, err := position(q.Cursor, "audit", validID)
	if err != nil {
		return nil, "", err
	}
	until := q.Until
	if until.IsZero() {
		until = endOfTime()
	}
	n := limit(q.Limit)
	rows, err := s.q.Audit(ctx, db.AuditParams{WorkspaceID: optional(string(ws)), Before: before, Action: q.Action, Actor: q.Actor, Target: q.Target,
		Since: q.Since.UTC(), Until: until.UTC(), MaxRows: int32(n + 1)})
	if err != nil {
		return nil, "", wrap("list audit rows", err)
	}
	rows, next := paged(rows, n, "audit", func(a db.Audit) string { return a.ID })
	entries := make([]identity.AuditEntry, len(rows))
	for i, r := range rows {
		entries[i] = identity.AuditEntry{ID: r.ID, At: r.At.UTC(), ActorKind: actorKind(r), Actor: r.Actor,
			Action: r.Action, Target: r.Target, Before: rawJSON(r.Before), After: rawJSON(r.After),
			Address: r.Address, UserAgent: r.UserAgent, RequestID: r.RequestID}
	}
	return entries, next, nil
}

// actorKind returns how the actor of a row proved who they are. A row of a token says key, for replicas that know of no tokens, and has
// a grant.
func actorKind(r db.Audit) platform.PrincipalKind {
	if r.ActorGrant != nil {
		return platform.KindToken
	}
	return platform.PrincipalKind(r.ActorKind)
}

func rawJSON(text *string) json.RawMessage {
	if text == nil {
		return nil
	}
	return json.RawMessage(*text)
}
