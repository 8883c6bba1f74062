package cluster

import "syscall"

// Memory returns a folder whose files stay in memory, where making one takes a tenth of what it takes on a disk, "" where there is none
// with much room. A container has 64 MiB unless it is given more.
func Memory() string {
	const folder, room, tmpfs = "/dev/shm", 4 << 30, 0x01021994
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil || fs.Type != tmpfs || fs.Bavail*uint64(fs.Bsize) < room {
		return ""
	}
	return folder
}
