package main

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

var (
	blankLine     = []byte("\r\n\r\n")
	contentLength = []byte("content-length")
	transfer      = []byte("transfer-encoding")
)

// parseResponse reads one HTTP/1.1 response (RFC 9112) from what has arrived so far; status 0 means that some of it is
// still missing. body points into buf, or into scratch when it came in chunks.
func parseResponse(buf []byte, scratch *[]byte) (status int, body []byte, err error) {
	head, rest, ok := bytes.Cut(buf, blankLine)
	if !ok {
		return 0, nil, nil
	}
	if len(head) < 12 || !bytes.HasPrefix(head, []byte("HTTP/1.1 ")) {
		return 0, nil, fmt.Errorf("not HTTP/1.1: %.60q", head)
	}
	if status, err = strconv.Atoi(string(head[9:12])); err != nil {
		return 0, nil, fmt.Errorf("read status: %w", err)
	}
	length, chunked := -1, false
	for line := range bytes.SplitSeq(head, blankLine[:2]) {
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case len(name) == len(contentLength) && bytes.EqualFold(name, contentLength):
			if length, err = strconv.Atoi(string(bytes.TrimSpace(value))); err != nil {
				return 0, nil, fmt.Errorf("read length: %w", err)
			}
		case len(name) == len(transfer) && bytes.EqualFold(name, transfer):
			chunked = bytes.Contains(value, []byte("chunked"))
		}
	}
	switch {
	case chunked:
		whole, err := joinChunks(rest, scratch)
		if !whole || err != nil {
			return 0, nil, err
		}
		return status, *scratch, nil
	case length < 0:
		return 0, nil, errors.New("the answer says nothing of its length")
	case len(rest) < length:
		return 0, nil, nil
	case len(rest) > length:
		return 0, nil, fmt.Errorf("%d bytes after the answer", len(rest)-length)
	}
	return status, rest, nil
}

// joinChunks puts a chunked body together. whole is false while some of it is missing.
func joinChunks(rest []byte, out *[]byte) (whole bool, err error) {
	*out = (*out)[:0]
	for {
		line, after, ok := bytes.Cut(rest, blankLine[:2])
		if !ok {
			return false, nil
		}
		size, err := strconv.ParseUint(string(line), 16, 31)
		if err != nil {
			return false, fmt.Errorf("read chunk size: %w", err)
		}
		if uint64(len(after)) < size+2 {
			return false, nil
		}
		if !bytes.HasPrefix(after[size:], blankLine[:2]) {
			return false, errors.New("a chunk is longer than it says")
		}
		*out = append(*out, after[:size]...)
		rest = after[size+2:]
		if size == 0 {
			return true, nil
		}
	}
}
