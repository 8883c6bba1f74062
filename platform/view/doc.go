// Package view makes a widget's HTML document out of a layout that was built beforehand, an author's theme and data: it
// knows the layouts, checks themes (form and contrast), writes theme and configuration into the two slots of a document,
// and says which Content-Security-Policy the document needs. It is pure over an fs.FS and knows neither JSON Schema,
// HTTP, nor storage.
package view
