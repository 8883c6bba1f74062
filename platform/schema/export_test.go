package schema

import "berth/platform"

// Slowly is Decode for what is not usual.
func Slowly(data []byte) (any, []platform.Problem) {
	r := decode(data, MaxDepth, nil)
	return r.value, cut(r.problems, r.omitted)
}
