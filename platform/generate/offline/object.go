package offline

import (
	"bytes"
	"encoding/json"
	"errors"

	"berth/platform"
)

// object is a JSON object whose fields keep their order, since people read the data.
type object []member

type member struct {
	key   string
	value any
}

// with adds a field, unless its value is empty.
func (o object) with(key string, value any) object {
	switch v := value.(type) {
	case nil:
		return o
	case string:
		if v == "" {
			return o
		}
	case []any:
		if len(v) == 0 {
			return o
		}
	}
	return append(o, member{key, value})
}

func (o object) get(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

func (o object) text(key string) string { return written(o.get(key)) }

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		key, err := platform.PlainJSON(m.key)
		if err != nil {
			return nil, err
		}
		value, err := platform.PlainJSON(m.value)
		if err != nil {
			return nil, err
		}
		b.WriteString(key)
		b.WriteByte(':')
		b.WriteString(value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// decode reads JSON and keeps the order of fields: object, []any, string, float64, bool and nil.
func decode(raw json.RawMessage) (any, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	return decodeValue(d, 0)
}

const maxDepth = 64

var errDeep = errors.New("nested too deeply")

func decodeValue(d *json.Decoder, depth int) (any, error) {
	if depth > maxDepth {
		return nil, errDeep
	}
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		o := object{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := decodeValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			name, _ := key.(string) // keys are strings
			o = append(o, member{name, value})
		}
		_, err = d.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for d.More() {
			value, err := decodeValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err = d.Token()
		return list, err
	}
	return t, nil
}
