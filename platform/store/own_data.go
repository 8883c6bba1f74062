package store

import (
	"context"

	"berth/platform"
)

// lockInvented locks the app before its table where its data count as made up: a change may end that.
func (c *tableChange) lockInvented(ctx context.Context) error {
	app, err := c.app(ctx, c.at.Workspace, c.at.App)
	if err != nil || !app.Draft.Invented() {
		return err
	}
	if app, err = c.lockApp(ctx, c.at.Workspace, c.at.App); err == nil && app.Draft.Invented() {
		c.invented = &app
	}
	return err
}

// sent is for data that an author has sent: those of the app no longer count as made up (contract §6), in the draft and in what
// is live, since rows are live at once. A draft that was not ahead of what is live is not ahead because of it.
func (s *Store) sent(ctx context.Context, by platform.Actor, c *tableChange) error {
	if c.invented == nil {
		return nil
	}
	before := *c.invented
	draft := before.Draft.Own()
	if err := c.storeDraft(ctx, before, draft); err != nil {
		return err
	}
	if err := c.MarkOwnData(ctx, string(before.ID), &c.now); err != nil {
		return wrap("mark data", err)
	}
	if before.LiveVersion > 0 {
		if !before.DraftAhead() {
			if err := c.RestateDraft(ctx, string(before.ID), int32(before.LiveVersion), before.LabelOf(draft)); err != nil {
				return wrap("restate draft", err)
			}
		}
		if err := s.changed(ctx, c.tx, before.ID, before.ServedSlug); err != nil {
			return err
		}
		c.served = before.ServedSlug
	}
	return c.audit(ctx, by, change{before.Workspace, "app.update", string(before.ID), fields{"exampleData": true}, fields{"exampleData": false}})
}
