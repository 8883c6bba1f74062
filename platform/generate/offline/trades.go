package offline

// Trades returns the names, in the plural, of the trades for which the generator has data of its own.
func (g *Generator) Trades() []string {
	names := make([]string, len(g.domains))
	for i, d := range g.domains {
		names[i] = d.Many
	}
	return names
}
