package mapping

import (
	"slices"
	"strings"

	"berth/platform"
)

// empty reports whether there is a null where the pointer names a list, which is then one without entries: not where the answer tells of
// a failure, since it says nothing by what it lacks.
func (p pointer) empty(answer any) bool {
	if !p.null(answer) {
		return false
	}
	for i := range p {
		if Failing(p[:i].find(answer)) {
			return false
		}
	}
	return true
}

// Failing reports whether an object tells of a failure, as servers do that answer 200 all the same.
func Failing(object any) bool {
	failed, code, message := false, false, false
	look := func(name string, v any) {
		switch strings.ToLower(name) {
		case "error", "errors":
			failed = failed || given(said(v))
		case "success", "ok":
			yes, is := truth(said(v))
			failed = failed || is && yes == false
		case "status":
			word, _ := said(v).(string)
			failed = failed || slices.Contains([]string{"error", "fail", "failed", "failure"}, strings.ToLower(word))
		case "code":
			n, is := number(said(v))
			code = code || is && n != 0 && (n < 200 || n > 299) // many write the status of HTTP
		case "message", "msg":
			message = message || said(v) != nil
		}
	}
	switch at := object.(type) {
	case platform.Encoded:
		platform.EachMember(at, func(name, value []byte) bool {
			look(string(name), platform.Encoded(value))
			return true
		})
	case map[string]any:
		for name, v := range at {
			look(name, v)
		}
	}
	return failed || code && message
}

// said returns the value of a member, decoded.
func said(v any) any {
	v, _ = pointer{}.in(v)
	return v
}

// given reports whether an error is more than the place for one.
func given(v any) bool {
	if n, is := number(v); is {
		return n != 0
	}
	list, is := v.([]any)
	return v != nil && v != false && v != "" && (!is || len(list) > 0)
}
