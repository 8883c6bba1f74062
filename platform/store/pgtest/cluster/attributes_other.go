//go:build !unix

package cluster

import "syscall"

// attributes changes nothing here: where there is no root, the server may run as anybody.
func (o owner) attributes() *syscall.SysProcAttr { return nil }
