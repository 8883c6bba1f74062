package main

import (
	"fmt"

	"berth/platform/store/pgtest/cluster"
)

// postgres returns the database that -postgres names, or starts a private server with its default settings, fsync
// included.
func (b *bench) postgres() (url string, stop func() error, err error) {
	if b.postgresURL != "" {
		return b.postgresURL, func() error { return nil }, nil
	}
	address, lifeline, err := cluster.Start("")
	if err != nil {
		return "", nil, fmt.Errorf("%w or pass -postgres with the URL of an empty database", err)
	}
	return address.String(), lifeline.Close, nil
}
