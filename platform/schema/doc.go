// Package schema compiles JSON Schemas (dialect 2020-12 unless "$schema" says otherwise) and validates data against
// them, with every problem at once, in words that an author or a model can act on. Both the schema and the data may come
// from somebody hostile: nothing is fetched, and size, depth, patterns and the work of a validation are bounded.
// It knows neither apps nor transports.
package schema
