package offline

// Trades names what the generator has data of its own for, in the plural.
func (g *Generator) Trades() []string {
	names := make([]string, len(g.domains))
	for i, d := range g.domains {
		names[i] = d.Many
	}
	return names
}
