package api

import (
	"encoding/base64"
	"slices"
	"strings"

	"berth/platform"
)

// ListQuery is the query of every list.
type ListQuery struct {
	Limit  int    `query:"limit" minimum:"1" maximum:"200" default:"50" doc:"How many items at most."`
	Cursor string `query:"cursor" doc:"The nextCursor of the page before."`
}

// list is the body of every list.
type list[T any] struct {
	Items      []T     `json:"items"`
	NextCursor *string `json:"nextCursor" doc:"Asks for the next page; null on the last."`
}

type listOutput[T any] struct {
	Body list[T]
}

// newList returns a page that its source has cut. next is "" on the last page.
func newList[S, T any](items []S, next string, convert func(S) T) *listOutput[T] {
	out := &listOutput[T]{Body: list[T]{Items: make([]T, 0, len(items))}}
	for _, item := range items {
		out.Body.Items = append(out.Body.Items, convert(item))
	}
	if next != "" {
		out.Body.NextCursor = &next
	}
	return out
}

// cut makes one page of a list that is short enough to be read whole. The cursor names the items on both sides of the cut,
// so that it stays valid when the items that were shown have been deleted since.
func cut[S, T any](q ListQuery, items []S, id func(S) string, convert func(S) T) (*listOutput[T], error) {
	if q.Cursor != "" {
		sides, err := base64.RawURLEncoding.DecodeString(q.Cursor)
		before, after, _ := strings.Cut(string(sides), "\n")
		at := slices.IndexFunc(items, func(item S) bool { return id(item) == before }) + 1
		if at == 0 {
			at = slices.IndexFunc(items, func(item S) bool { return id(item) == after })
		}
		if err != nil || at < 0 {
			return nil, platform.Errorf(platform.CodeBadRequest, "The cursor is not one of this list.")
		}
		items = items[at:]
	}
	next := ""
	if len(items) > q.Limit {
		next = base64.RawURLEncoding.EncodeToString([]byte(id(items[q.Limit-1]) + "\n" + id(items[q.Limit])))
		items = items[:q.Limit]
	}
	return newList(items, next, convert), nil
}
