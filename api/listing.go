package api

import (
	"context"
	"net/http"

	"berth/platform"
	"berth/platform/publish"
)

// Listings reads and stores what directories of apps show.
type Listings interface {
	Listing(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (platform.Listing, error)
	SetListing(ctx context.Context, by platform.Actor, id platform.AppID, l platform.Listing) (platform.Listing, error)
	Offer(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (publish.Offer, error)
	// Check is Offer without the listing and without the pictures of rows.
	Check(ctx context.Context, ws platform.WorkspaceID, id platform.AppID) (publish.Offer, error)
}

type newListingBody struct {
	Tagline    string `json:"tagline,omitempty" maxLength:"55" doc:"ChatGPT's directory shows 30 characters, Claude's 55."`
	Category   string `json:"category,omitempty" maxLength:"50"`
	IconURL    string `json:"iconUrl,omitempty" maxLength:"500" doc:"An https address, as the others."`
	PrivacyURL string `json:"privacyUrl,omitempty" maxLength:"500"`
	SupportURL string `json:"supportUrl,omitempty" maxLength:"500"`
	WebsiteURL string `json:"websiteUrl,omitempty" maxLength:"500"`
	Company    string `json:"company,omitempty" maxLength:"100"`
}

type setListingInput struct {
	AppInput
	Body newListingBody
}

type listingOutput struct{ Body platform.Listing }

func (a *API) registerGetListing() {
	register(a, action{ID: "get-listing", Method: http.MethodGet, Path: "/apps/{id}/listing", Tag: "Directories", Access: viewers,
		Summary: "Read the listing", Description: "What a directory shows of the app besides what it publishes. Fields without a value are empty."},
		func(ctx context.Context, by platform.Actor, in *AppInput) (*listingOutput, error) {
			l, err := a.Apps.Listing(ctx, by.Workspace, in.ID)
			return &listingOutput{Body: l}, err
		})
}

func (a *API) registerSetListing() {
	register(a, action{ID: "set-listing", Method: http.MethodPut, Path: "/apps/{id}/listing", Tag: "Directories", Access: editors,
		Summary: "Replace the listing", Description: "Fields that are absent become empty.",
		Check: checking(func(b newListingBody) []platform.Problem { return publish.ListingProblems(platform.Listing(b)) })},
		func(ctx context.Context, by platform.Actor, in *setListingInput) (*listingOutput, error) {
			l, err := a.Apps.SetListing(ctx, by, in.ID, platform.Listing(in.Body))
			return &listingOutput{Body: l}, err
		})
}
