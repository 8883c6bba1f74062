package main

import (
	"context"
	"fmt"
	"time"
)

type healthCommand struct {
	Timeout time.Duration `help:"How long to wait for the server." default:"2s"`
}

// Run asks the server at the address whether it takes requests. It opens no database, so that it is cheap to run often.
func (h healthCommand) Run(ctx context.Context, s *settings, c *console) error {
	ctx, cancel := context.WithTimeout(ctx, h.Timeout)
	defer cancel()
	status, err := askHealth(ctx, s.Addr, "/healthz")
	if err != nil {
		return err
	}
	c.printf("%s\n", status)
	if status != statusHealthy {
		return fmt.Errorf("the server is %s", status)
	}
	return nil
}
