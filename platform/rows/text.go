package rows

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"berth/platform"
)

// decodeText returns the text of a file without its byte order mark. Spreadsheets write UTF-8, UTF-16 and Windows-1252; what
// can be none of them, or is hardly that, is BAD_REQUEST, since any guess would change words.
func decodeText(file []byte) (string, error) {
	if rest, ok := bytes.CutPrefix(file, []byte("\xef\xbb\xbf")); ok {
		file = rest
	} else if order := utf16Order(file); order != nil {
		return fromUTF16(file, order)
	}
	if bytes.IndexByte(file, 0) >= 0 {
		return "", errNotText()
	}
	if utf8.Valid(file) {
		return string(file), nil
	}
	for _, c := range file { // five bytes that Windows-1252 leaves open
		if c == 0x81 || c == 0x8d || c == 0x8f || c == 0x90 || c == 0x9d {
			return "", errNotText()
		}
	}
	text, err := charmap.Windows1252.NewDecoder().Bytes(file)
	if err != nil {
		return "", errNotText()
	}
	if word := strangest(string(text)); word != "" {
		return "", platform.Errorf(platform.CodeBadRequest,
			"The file is not in UTF-8, and does not seem to be in Windows-1252: it would say %q. Save it as CSV in UTF-8.", platform.Clip(word, 40))
	}
	return string(text), nil
}

func errNotText() error {
	return platform.Errorf(platform.CodeBadRequest, "The file is not text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8.")
}

// utf16Order returns the order of bytes of a text in UTF-16, nil where it is none: by its mark, or by the halves of its first
// characters that are zero.
func utf16Order(file []byte) binary.ByteOrder {
	latin := len(file) >= 4 && (file[0] == 0) == (file[2] == 0) && (file[1] == 0) == (file[3] == 0)
	switch {
	case bytes.HasPrefix(file, []byte("\xff\xfe")), latin && file[0] != 0 && file[1] == 0:
		return binary.LittleEndian
	case bytes.HasPrefix(file, []byte("\xfe\xff")), latin && file[0] == 0 && file[1] != 0:
		return binary.BigEndian
	}
	return nil
}

func fromUTF16(file []byte, order binary.ByteOrder) (string, error) {
	if len(file)%2 != 0 {
		return "", errNotText()
	}
	text := make([]byte, 0, len(file))
	for i := 0; i < len(file); i += 2 {
		r := rune(order.Uint16(file[i:]))
		if utf16.IsSurrogate(r) {
			if i += 2; i >= len(file) {
				return "", errNotText()
			}
			if r = utf16.DecodeRune(r, rune(order.Uint16(file[i:]))); r == utf8.RuneError {
				return "", errNotText()
			}
		}
		if r == 0 {
			return "", errNotText()
		}
		if i > 0 || r != 0xfeff {
			text = utf8.AppendRune(text, r)
		}
	}
	return string(text), nil
}
