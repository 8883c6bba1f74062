// Package platform is the vocabulary of Berth: apps, drafts, releases, principals, errors and their identifiers.
// It holds data and pure rules; it performs no I/O and knows no transport, database or protocol library.
package platform
