package litepgx_test

import (
	"testing"
	"testing/synctest"
	"time"

	"berth/platform/store/db"
)

// A transaction that has lasted long takes no further members: InTx returns to its members while the next transaction is
// still at work.
func TestAnOldGroupTakesNobody(t *testing.T) {
	t.Parallel()
	for name, lasts := range map[string]time.Duration{"young": 0, "old": time.Second} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := setup(t)
			synctest.Test(t, func(t *testing.T) {
				working, proceed, stored := make(chan struct{}), make(chan struct{}), make(chan struct{})
				go func() {
					if err := d.InTx(t.Context(), func(tx db.DBTX) error {
						<-working
						<-time.NewTimer(lasts).C // in the bubble that takes none
						return adds(1)(t.Context(), tx)
					}); err != nil {
						t.Error(err)
					}
					close(stored)
				}()
				synctest.Wait()
				go func() {
					if err := d.InTx(t.Context(), func(tx db.DBTX) error {
						<-proceed
						return adds(2)(t.Context(), tx)
					}); err != nil {
						t.Error(err)
					}
				}()
				synctest.Wait() // it waits for its turn
				close(working)
				<-time.NewTimer(2 * lasts).C
				synctest.Wait()
				told := false
				select {
				case <-stored:
					told = true
				default:
				}
				if told != (lasts > 0) {
					t.Errorf("told that it is stored while another one is at work: %v", told)
				}
				close(proceed)
				synctest.Wait()
			})
		})
	}
}
