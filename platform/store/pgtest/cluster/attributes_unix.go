//go:build unix

package cluster

import "syscall"

// attributes makes a process run as o, in a process group of its own: signals from the terminal are for this program only.
func (o owner) attributes() *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{Setpgid: true}
	if o.uid != 0 {
		a.Credential = &syscall.Credential{Uid: o.uid, Gid: o.gid}
	}
	return a
}
