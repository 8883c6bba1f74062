// Package rows is what people and tools do with the tables of apps: it checks columns, rows and files by package tables, and
// has a Store keep them. It decides what a change means, which limits hold, and what a refusal says. It must not know HTTP,
// databases or the kinds of tools.
package rows
