package search

// container returns which "contains" of the catalogue a disliked stem means, "" for none.
func container(stem string) string {
	switch stem {
	case "alcohol", "booz", "drink", "drinker", "liquor", "spirit":
		return "alcohol"
	case "nut", "peanut", "almond", "hazelnut", "walnut":
		return "nuts"
	case "dairi", "milk", "lactos":
		return "dairy"
	case "gluten", "wheat":
		return "gluten"
	case "meat":
		return "meat"
	case "leather":
		return "leather"
	case "wool", "woollen", "woolen":
		return "wool"
	case "scent", "fragranc", "perfum", "smelli", "incens":
		return "scent"
	case "caffein", "coffe":
		return "caffeine"
	case "salt", "salti":
		return "salt"
	case "sugar", "sugari", "sweet":
		return "sugar"
	case "knife", "knive", "sharp", "blade":
		return "sharp"
	case "nois", "noisi", "loud", "strobe", "flash", "sound", "beep", "siren":
		return "strobe-or-noise"
	case "batteri":
		return "batteries"
	case "screen":
		return "screens"
	case "liquid", "fluid":
		return "liquids"
	case "plastic":
		return "plastic"
	case "toy":
		return "toys"
	case "flower", "bouquet":
		return "flowers"
	case "green", "greeneri", "plant", "leav":
		return "greenery"
	}
	return ""
}
