package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"berth/platform/secrets"
	"berth/platform/vault"
)

type vaultCommand struct {
	Rotate vaultRotateCommand `cmd:"" help:"Seal every secret anew under a new key. It may be killed, and run again."`
	Check  vaultCheckCommand  `cmd:"" help:"Say whether every secret opens."`
}

type vaultCheckCommand struct{}

// Run says whether every secret opens.
func (k *vaultCheckCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "vault-check", k, c.out)
}

func (*vaultCheckCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	keys, err := o.keys()
	if err != nil {
		return err
	}
	r, err := secrets.Check(ctx, o.store, keys.vault)
	if err != nil {
		return err
	}
	if r.Former > 0 {
		say(out, "%d of %d secrets open with a former key: run berth vault rotate\n", r.Former, r.Sealed)
	}
	if err := closed(out, r); err != nil {
		return err
	}
	say(out, "%d secrets, all of them open\n", r.Sealed)
	return nil
}

type vaultRotateCommand struct{}

// Run seals every secret anew.
func (k *vaultRotateCommand) Run(ctx context.Context, s *settings, c *console) error {
	return operate(ctx, s, c, "vault-rotate", k, c.out)
}

func (*vaultRotateCommand) operate(ctx context.Context, o *operator, out io.Writer) error {
	keys, err := o.keys()
	if err != nil {
		return err
	}
	return keys.rotate(ctx, o, out)
}

const howToRotate = `To change the key:
  1. make one: openssl rand -base64 32
  2. with several replicas, give each the new one as BERTH_VAULT_OTHER_KEYS, so that none meets a key it does not know
  3. start every server with the new one as BERTH_VAULT_KEY, and with the former one as BERTH_VAULT_OTHER_KEYS
  4. berth vault rotate, with the same two settings
  5. start them without BERTH_VAULT_OTHER_KEYS
`

// rotate seals everything anew that a former key opens. With a key file it makes the new key first, and forgets the former one last:
// until then the file has both, so that what was interrupted goes on from there.
func (k *keyring) rotate(ctx context.Context, o *operator, out io.Writer) error {
	k.rotating.Lock()
	defer k.rotating.Unlock()
	if k.vault == nil {
		if k.file != "" {
			return fmt.Errorf("there is no key: put %s back, or set BERTH_VAULT_KEY", k.file)
		}
		return errors.New("there is no key: set BERTH_VAULT_KEY, 32 bytes in base64, as the servers have it")
	}
	var keys []string
	if k.file == "" {
		if k.vault.Keys() == 1 {
			say(out, "There is no other key than the present one, so nothing was done.\n%s", howToRotate)
			return nil
		}
	} else {
		var err error
		if keys, err = k.begin(); err != nil {
			return err
		}
	}
	r, err := secrets.Rotate(ctx, o.store, k.vault)
	if err == nil {
		err = o.store.Durable(ctx)
	}
	if err != nil {
		return fmt.Errorf("%w (run it again: what is done stays done, and nothing is lost)", err)
	}
	say(out, "%d of %d secrets were sealed anew; all that open are sealed with the present key.\n", r.Resealed, r.Sealed)
	if k.file == "" {
		say(out, "Now start every server without BERTH_VAULT_OTHER_KEYS. ")
	} else if err := k.end(keys[:1]); err != nil {
		return err
	} else {
		say(out, "The new key is in %s. ", k.file)
	}
	say(out, "Backups from before need the former key: make a new backup.\n")
	return closed(out, r)
}

// begin puts a new key before the one in the file, unless a rotation that was interrupted has done so, and returns both.
func (k *keyring) begin() ([]string, error) {
	keys, err := readKeys(k.file)
	if err != nil {
		return nil, err
	}
	if len(keys) == 1 {
		keys = []string{vault.Generate(), keys[0]}
		if err := writeKeys(k.file, keys); err != nil {
			return nil, err
		}
	}
	return keys, k.use(keys)
}

// end forgets the former key.
func (k *keyring) end(keys []string) error {
	return errors.Join(writeKeys(k.file, keys), k.use(keys))
}

func (k *keyring) use(keys []string) error {
	v, err := vault.Parse(append(keys[:len(keys):len(keys)], k.other...)...)
	if err != nil {
		return fmt.Errorf("%s: %w", k.file, err)
	}
	k.vault.Become(v)
	return nil
}

// closed prints what does not open, and returns an error where something does not.
func closed(out io.Writer, r secrets.Report) error {
	for _, line := range r.Closed {
		say(out, "does not open: %s\n", line)
	}
	if r.NotOpen > 0 {
		return fmt.Errorf("%d of %d secrets do not open: set BERTH_VAULT_KEY or BERTH_VAULT_OTHER_KEYS to the key that they were sealed with, or set them anew", r.NotOpen, r.Sealed)
	}
	return nil
}

func say(out io.Writer, format string, args ...any) { _, _ = fmt.Fprintf(out, format, args...) } // there is nobody to tell of an error
