package directory_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"berth/apps/medical/directory"
)

func load(t *testing.T) *directory.Directory {
	t.Helper()
	d, err := directory.Load()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func names(doctors []*directory.Doctor) []string {
	var list []string
	for _, d := range doctors {
		list = append(list, strings.TrimPrefix(strings.TrimPrefix(d.Name, "Dra. "), "Dr. "))
	}
	return list
}

func TestThereAreEnoughDoctors(t *testing.T) {
	t.Parallel()
	d := load(t)
	specialties, cities, surnames := map[string]int{}, map[string]int{}, map[string]int{}
	for _, doctor := range d.Doctors() {
		specialties[doctor.Specialty.English]++
		cities[doctor.City.Name]++
		words := strings.Fields(doctor.Name)
		surnames[words[len(words)-1]]++
		if words[0] != "Dr." && words[0] != "Dra." || len(words) < 3 || doctor.Address == "" || doctor.City.State == "" {
			t.Errorf("%+v", doctor)
		}
		if doctor.Latitude < -34 || doctor.Latitude > 6 || doctor.Longitude < -54 || doctor.Longitude > -34 {
			t.Errorf("%s is at %f, %f", doctor.Name, doctor.Latitude, doctor.Longitude)
		}
		if svg, err := url.PathUnescape(doctor.Image); err != nil || !strings.HasPrefix(svg, "data:image/svg+xml,<svg ") || strings.Contains(doctor.Image, " ") || len(doctor.Image) > 600 {
			t.Errorf("%s: %v, %s", doctor.Name, err, doctor.Image)
		}
		if d.Doctor(strings.ToUpper(doctor.ID)) != doctor {
			t.Errorf("%s is not found by id", doctor.Name)
		}
	}
	if len(d.Doctors()) < 80 || len(specialties) < 15 || len(cities) < 12 || surnames["Silva"] < 5 {
		t.Errorf("%d doctors, %d specialties, %d cities, %d Silvas", len(d.Doctors()), len(specialties), len(cities), surnames["Silva"])
	}
	if len(specialties) != len(d.Specialties()) || len(cities) != len(d.Cities()) {
		t.Errorf("a specialty or city has nobody: %v, %v", specialties, cities)
	}
	// People have kept these ids, so they must not change.
	if got := d.Search(directory.Query{Name: "João Silva"})[0].ID; got != "9aff7af6-f434-5b8f-b536-fbd4c3093fd9" {
		t.Errorf("João Silva is %s", got)
	}
}

func TestSearch(t *testing.T) {
	t.Parallel()
	d := load(t)
	for _, c := range []struct {
		query directory.Query
		want  []string
	}{
		{directory.Query{Name: "joao silva"}, []string{"João Silva"}},
		{directory.Query{Name: "Dr. Silva, João"}, []string{"João Silva"}},
		{directory.Query{Name: "souza"}, []string{"Rafael Souza", "Letícia Souza", "Renan Souza"}},
		{directory.Query{Name: "SOU"}, []string{"Rafael Souza", "Letícia Souza", "Débora Sousa", "Renan Souza"}},
		{directory.Query{Name: "valcant"}, []string{"Raquel Cavalcante", "Ângelo Cavalcanti"}},
		{directory.Query{Name: "Conceicao"}, []string{"Márcio Conceição"}},
		{directory.Query{Name: "Sliva", City: "Recife"}, []string{"Roberta Silva"}},
		{directory.Query{Name: "Silva", City: "SP", Specialty: "cardio"}, []string{"João Silva"}},
		{directory.Query{Name: "Silva", City: "são paulo - sp"}, []string{"João Silva", "Ana Silva"}},
		{directory.Query{Name: "Silva", City: "Bahia"}, nil},
		{directory.Query{Name: "?"}, nil}, {directory.Query{Specialty: "?"}, nil}, {directory.Query{City: "?"}, nil},
		{directory.Query{City: "Atlantis"}, nil}, {directory.Query{Specialty: "surgeon general of nothing"}, nil},
	} {
		if diff := cmp.Diff(c.want, names(d.Search(c.query)), cmpEmpty()); diff != "" {
			t.Errorf("%+v: %s", c.query, diff)
		}
	}
	if n := len(d.Search(directory.Query{})); n != len(d.Doctors()) {
		t.Errorf("an empty search finds %d", n)
	}
	if n := len(d.Search(directory.Query{Name: "Dra.", City: "Brasil"})); n != len(d.Doctors()) {
		t.Errorf("a search for anybody finds %d", n)
	}
	if found := names(d.Search(directory.Query{Name: "Ana"})); len(found) < 3 || found[0] != "Ana Silva" || !slices.Contains(found, "Rosana Figueira") {
		t.Errorf("the whole name comes first, parts of names after it: %v", found)
	}
}

func cmpEmpty() cmp.Option {
	return cmp.Transformer("empty", func(list []string) []string { return append([]string{}, list...) })
}

// Every specialty is found by the names that people have for it.
func TestSpecialties(t *testing.T) {
	t.Parallel()
	d := load(t)
	for want, said := range map[string][]string{
		"Cardiologist":         {"cardiologist", "Cardiologista", "CARDIOLOGIA", "cardiology", "cardio", "cardiológico", "cardiologistas", "coração", "heart", "heart doctor", "médico cardiologista", "cardiolgista"},
		"Dermatologist":        {"derm", "dermatologia", "pele", "skin specialist", "dermatologista"},
		"Pediatrician":         {"pediatra", "pediatria", "pediatrics", "paediatrician", "children", "doctor for children", "pediatric"},
		"Gynecologist":         {"ginecologia", "gineco", "gynaecologist", "obstetra", "gynecology"},
		"Orthopedist":          {"ortopedista", "ortopedia", "orthopaedics", "orthopedic surgeon", "bones", "ortopédico"},
		"Neurologist":          {"neuro", "neurologista", "Neurology"},
		"Nephrologist":         {"nefrologia", "kidney", "rins"},
		"Otolaryngologist":     {"ENT", "otorrino", "ear, nose and throat", "otorrinolaringologia"},
		"General Practitioner": {"clínico geral", "clinica geral", "GP", "family doctor", "general", "médico de família"},
		"Ophthalmologist":      {"oftalmo", "eye doctor", "oculista", "ophtalmologist"},
		"Psychiatrist":         {"psiquiatra", "psiquiatria", "saúde mental", "psychiatry"},
		"Gastroenterologist":   {"gastro", "estômago"}, "Urologist": {"urologia", "urology", "uro"}, "Oncologist": {"câncer", "oncologia"},
		"Endocrinologist": {"endócrino", "diabetes", "tireoide"}, "Hematologist": {"hematologia", "haematology", "sangue"}, "Rheumatologist": {"reumato", "rheumatology"},
		"Pulmonologist": {"pneumologia", "pulmão", "lungs"}, "Allergist": {"alergia", "alergista", "imunologista", "allergy"}, "Geriatrician": {"geriatra", "idosos", "geriatrics"},
	} {
		for _, s := range said {
			found := d.Search(directory.Query{Specialty: s})
			if len(found) == 0 {
				t.Errorf("%q finds nobody", s)
			}
			for _, doctor := range found {
				if doctor.Specialty.English != want {
					t.Errorf("%q finds a %s, want %s", s, doctor.Specialty.English, want)
					break
				}
			}
		}
	}
	for _, s := range d.Specialties() {
		for _, name := range []string{s.English, s.Portuguese} {
			if found := d.Search(directory.Query{Specialty: name}); len(found) == 0 || found[0].Specialty != s {
				t.Errorf("%q finds %v", name, names(found))
			}
		}
	}
}

func TestCities(t *testing.T) {
	t.Parallel()
	d := load(t)
	for said, want := range map[string][]string{
		"São Paulo": {"São Paulo"}, "sao paulo": {"São Paulo"}, "SÃO PAULO, SP": {"São Paulo"}, "São Paulo/SP": {"São Paulo"}, "Sao Paulo, Brazil": {"São Paulo"}, "Sampa": {"São Paulo"},
		"SP": {"Campinas", "Santos", "São Paulo"}, "Rio": {"Rio de Janeiro"}, "rj": {"Rio de Janeiro"}, "BH": {"Belo Horizonte"}, "belo horizonte mg": {"Belo Horizonte"},
		"Minas Gerais": {"Belo Horizonte"}, "brasilia": {"Brasília"}, "Floripa": {"Florianópolis"}, "Porto": {"Porto Alegre"}, "Campinas, São Paulo": {"Campinas"}, "Curitba": {"Curitiba"}, "bahia": {"Salvador"},
	} {
		var found []string
		for _, doctor := range d.Search(directory.Query{City: said}) {
			found = append(found, doctor.City.Name)
		}
		slices.Sort(found)
		if diff := cmp.Diff(want, slices.Compact(found)); diff != "" {
			t.Errorf("%q: %s", said, diff)
		}
	}
}

func TestNamed(t *testing.T) {
	t.Parallel()
	d := load(t)
	for _, c := range []struct {
		name, specialty    string
		found, suggestions []string
	}{
		{"Dr. João Silva", "", []string{"João Silva"}, nil},
		{"tanaka", "", []string{"Eduardo Tanaka"}, nil},
		{"Souza", "", []string{"Rafael Souza", "Letícia Souza", "Renan Souza"}, nil}, // and not Sousa
		{"Souza", "gineco", []string{"Letícia Souza"}, nil},
		{"Ana", "", []string{"Ana Silva"}, nil}, // and not Rosana, who is found by a search
		{"Tanaca", "", nil, []string{"Eduardo Tanaka"}},
		{"Rafael Souza", "cardiology", nil, []string{"Rafael Souza"}},
		{"Nobody", "", nil, nil}, {"Dr.", "", nil, nil}, {"", "", nil, nil},
	} {
		found, suggestions := d.Named(c.name, c.specialty)
		if diff := cmp.Diff([][]string{c.found, c.suggestions}, [][]string{names(found), names(suggestions)}, cmpEmpty()); diff != "" {
			t.Errorf("%s, %s: %s", c.name, c.specialty, diff)
		}
	}
}

// A doctor may be called by the own name and specialty in either language, and in part; never by what fits somebody else.
func TestMayName(t *testing.T) {
	t.Parallel()
	d := load(t)
	for _, doctor := range d.Doctors() {
		for _, other := range d.Doctors() {
			if got := d.MayName(doctor, other.Name); got != (doctor == other) {
				t.Errorf("%s may be called %s: %v", doctor.Name, other.Name, got)
			}
			for _, specialty := range []string{other.Specialty.English, other.Specialty.Portuguese} {
				if got := d.Practises(doctor, specialty); got != (doctor.Specialty == other.Specialty) {
					t.Errorf("%s practises as %s: %v", doctor.Name, specialty, got)
				}
			}
		}
	}
	ana := d.Search(directory.Query{Name: "Ana Silva"})[0]
	for said, want := range map[string]bool{
		"": true, "Dra.": true, "Silva": true, "Anna Silva": true, "silva ana": true, "Sil": true, "?": false, "Silveira": false, "Joana": false, "Nobody": false,
	} {
		if got := d.MayName(ana, said); got != want {
			t.Errorf("Ana Silva may be called %q: %v", said, got)
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	d, err := directory.Load()
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		d.Search(directory.Query{Name: "silva", Specialty: "cardiologyst", City: "sao paulo"})
	}
}
