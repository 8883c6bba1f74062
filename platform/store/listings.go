package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"berth/platform"
	"berth/platform/store/db"
)

// Listing implements publish.Store.
func (s *Store) Listing(ctx context.Context, ws platform.WorkspaceID, app platform.AppID) (platform.Listing, error) {
	if err := s.appHere(ctx, ws, app); err != nil {
		return platform.Listing{}, err
	}
	return tx{Queries: s.q}.listing(ctx, app)
}

func (t tx) listing(ctx context.Context, app platform.AppID) (platform.Listing, error) {
	r, err := t.Listing(ctx, string(app))
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return platform.Listing{}, wrap("load listing", err)
	}
	return platform.Listing{Tagline: r.Tagline, Category: r.Category, IconURL: r.IconUrl, PrivacyURL: r.PrivacyUrl, SupportURL: r.SupportUrl,
		WebsiteURL: r.WebsiteUrl, Company: r.Company}, nil
}

// SetListing implements publish.Store.
func (s *Store) SetListing(ctx context.Context, by platform.Actor, app platform.AppID, l platform.Listing) error {
	return wrap("set listing", s.changeIn(ctx, by, func(t tx) error {
		if _, err := t.lockApp(ctx, by.Workspace, app); err != nil {
			return err
		}
		before, err := t.listing(ctx, app)
		if err != nil || before == l {
			return err
		}
		err = t.SetListing(ctx, db.SetListingParams{AppID: string(app), Tagline: l.Tagline, Category: l.Category, IconUrl: l.IconURL,
			PrivacyUrl: l.PrivacyURL, SupportUrl: l.SupportURL, WebsiteUrl: l.WebsiteURL, Company: l.Company})
		if err != nil {
			return wrap("store listing", err)
		}
		was, is, err := differing(listingFields(before), listingFields(l))
		if err != nil {
			return err
		}
		return t.audit(ctx, by, change{by.Workspace, "app.listing", string(app), was, is})
	}))
}

func listingFields(l platform.Listing) fields {
	return fields{"tagline": l.Tagline, "category": l.Category, "iconUrl": l.IconURL, "privacyUrl": l.PrivacyURL, "supportUrl": l.SupportURL,
		"websiteUrl": l.WebsiteURL, "company": l.Company}
}
