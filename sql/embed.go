// Package sql holds the database's migrations. They are forward-only, and each first expands, so that replicas of the
// version before keep working. The queries beside it are compiled by sqlc into package platform/store/db.
package sql

import "embed"

// Migrations are the goose migrations, in the folder "migrations". They run on PostgreSQL and on SQLite.
//
//go:embed migrations/*.sql
var Migrations embed.FS
