// Package atlas knows what maps of places are drawn on: the outlines of the land and the borders of countries, cut to where
// the places lie and made coarser to fit, and the operator's street tiles. It is pure: it asks no tile server for anything;
// widgets do, in the browser of whoever looks at them.
//
// The outlines are Natural Earth's at 1:10 million, in the public domain, made into earth.bin.gz by tools/atlas. They are right to
// about half a kilometre, and the borders are those that its makers found to be in force.
package atlas
