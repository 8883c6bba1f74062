//go:build unix

package pgtest

import "syscall"

// attributes make a process run as o, in a process group of its own: a signal from the terminal is for the test program.
func (o owner) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if o.uid != 0 {
		a.Credential = &syscall.Credential{Uid: o.uid, Gid: o.gid}
	}
	return a
}
