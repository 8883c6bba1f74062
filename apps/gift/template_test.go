package gift_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"berth/apps/gift"
	"berth/apps/gift/catalogue"
)

// The gifts that authors start from are in the catalogue.
func TestTemplateShowsGiftsOfTheCatalogue(t *testing.T) {
	t.Parallel()
	gifts, err := catalogue.Load()
	if err != nil {
		t.Fatal(err)
	}
	ours := map[string]string{}
	for _, g := range gifts {
		ours[g.Key] = fmt.Sprintf("%s, %s, $%d-%d", g.Name, g.Brief, g.Price[0], g.Price[1])
	}
	var data struct {
		Items []struct{ ID, Title, Description, Price string }
	}
	if err := json.Unmarshal(gift.New(gift.Options{}).Template().Tools[0].MockData, &data); err != nil || len(data.Items) < 3 {
		t.Fatalf("%d gifts, %v", len(data.Items), err)
	}
	for _, item := range data.Items {
		if got := fmt.Sprintf("%s, %s, %s", item.Title, item.Description, item.Price); got != ours[item.ID] {
			t.Errorf("%s: %s, in the catalogue: %s", item.ID, got, ours[item.ID])
		}
	}
}
