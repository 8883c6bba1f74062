package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"berth/platform"
	"berth/platform/store/backup"
)

// standard stands for standard input or output where a file could be named.
const standard = "-"

type backupCommand struct {
	File string `arg:"" help:"Where to write it; - for standard output." json:"-"`
}

// Run writes a backup of everything. The file appears when it is complete, or not at all.
func (k *backupCommand) Run(ctx context.Context, s *settings, c *console) error {
	if k.File == standard {
		return operate(ctx, s, c, "backup", k, c.out)
	}
	if _, err := os.Lstat(k.File); !errors.Is(err, os.ErrNotExist) {
		return errors.Join(err, fmt.Errorf("%s is there already", k.File))
	}
	file, err := os.CreateTemp(filepath.Dir(k.File), ".berth-backup-*") // readable by its owner only
	if err != nil {
		return err
	}
	err = operate(ctx, s, c, "backup", k, file)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), k.File)
	}
	if err != nil {
		return errors.Join(err, ignoreMissing(os.Remove(file.Name())))
	}
	c.printf("%s is written. It holds everything but the key of secrets: keep it as you keep the database, and the key apart from it.\n", k.File)
	return syncFolder(filepath.Dir(k.File))
}

func ignoreMissing(err error) error {
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	return err
}

// syncFolder makes a new name in a folder survive a loss of power.
func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

func (k *backupCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	return o.store.Backup(ctx, out)
}

type restoreCommand struct {
	File string `arg:"" help:"The backup; - for standard input."`
}

// Run fills an empty installation with a backup.
func (k restoreCommand) Run(ctx context.Context, s *settings, c *console) (err error) {
	in, err := open(k.File)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	db, err := openStore(ctx, s, s.logger(c), nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Restore(ctx, in); err != nil {
		var known *platform.Error
		if errors.As(err, &known) && known.Err == nil {
			return errors.New(known.Msg)
		}
		return err
	}
	c.printf("Everything is restored. Start the server now, with the key of secrets of the one that was backed up.\n")
	return nil
}

func open(name string) (io.ReadCloser, error) {
	if name == standard {
		return io.NopCloser(os.Stdin), nil
	}
	return os.Open(name)
}

// checkBackup checks that a file is a whole backup, and prints what it holds.
func checkBackup(name string, c *console) (err error) {
	in, err := open(name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	all, err := backup.Check(in)
	if err != nil {
		return err
	}
	c.printf("backup      whole\nmade        %s\nschema      %d\n", all.MadeAt.Format(time.RFC3339), all.Schema)
	for _, t := range all.Tables {
		c.printf("%-20s  %d rows\n", t.Table, t.Rows)
	}
	return nil
}
