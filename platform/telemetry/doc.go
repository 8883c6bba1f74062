// Package telemetry is how Berth is watched: structured logs, Prometheus metrics and, when an endpoint is configured,
// OpenTelemetry traces. Everything is made by a constructor and passed on; nothing is global.
//
// It knows the vocabulary of package platform and the wire formats of its observers. It must not know databases, MCP,
// the router or the environment: command line and settings are read by cmd, which passes values in. No label, log line
// or span holds arguments, results, tokens, or anything else that a user can choose freely.
package telemetry
