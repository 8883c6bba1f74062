package berth

// Elsewhere returns the error of a change, in which tables are told where they go.
var Elsewhere = elsewhere
