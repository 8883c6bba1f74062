package intake

import (
	"strings"

	"berth/platform"
)

// Packed refuses a body that a header Content-Encoding calls compressed: what is in it could be of any size. Other codings, which some
// clients name by mistake, are no reason.
func Packed(coding string) error {
	switch coding = strings.ToLower(strings.TrimSpace(coding)); coding {
	case "gzip", "x-gzip", "deflate", "br", "zstd", "compress":
		return platform.Errorf(platform.CodeUnsupportedMedia, "Send the body as it is: one compressed with %s is not unpacked.", coding)
	}
	return nil
}
