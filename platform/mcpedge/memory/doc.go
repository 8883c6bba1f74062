// Package memory keeps what an endpoint needs of releases: texts that many apps share, compiled schemas, widget documents,
// and compiled answers. Everything in it can be made again from the releases.
package memory
