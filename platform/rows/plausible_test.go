package rows

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"berth/platform"
)

// western are texts that people save in Windows-1252.
var western = map[string]string{
	"German":     "Größe;Straße;Käse;Brötchen;Müsli;süß;Äpfel;Öl;Übermäßig;Weißwürste;ÄRZTEHÄUSER;STRAßE;Köln–Bonn;„Gänsefüßchen“;5 €;20°C;W/m²K;§ 5;heiß;für",
	"French":     "été;élève;ÉTÉ;où;là;ça;crème brûlée;naïveté;œuvre;ŒUVRE;L’Haÿ-les-Roses;L'HAŸ;garçon;aiguë;maïs;«été»;n°1;août;hôtel;Noël;créée;à;dédié;aîné;pâté;aujourd´hui;12 €",
	"Spanish":    "¿Qué?;¡Olé!;niño;mañana;pingüino;Ibáñez;corazón;jamón ibérico;camión;ÁVILA;AÑO;3.º;1.ª;sí;él;más;José;Muñoz;días;año;¿cuándo?",
	"Portuguese": "não;São João;coração;ações;avó;avô;você;ÀS;português;pão de queijo;açaí;órgão;n.º 3;1ª;irmã;põe;água;três;às;FUNÇÃO;Conceição",
	"Italian":    "città;perché;è;più;caffè;lunedì;virtù;così;tè;qualità;È vero;PERCHÉ",
	"Danish":     "smørrebrød;æble;å;blåbær;Ærø;rødgrød med fløde;Ålborg;øl;på;får;ØRSTED;én;œ",
	"Swedish":    "räksmörgås;å;ö;ÅÄNG;Malmö;Ångström;Göteborg;fika på lördag;höst;älg",
	"Finnish":    "yöpöytä;Äänekoski;hääyöaie;Jyväskylä;säästö;Šakki",
	"Icelandic":  "Þór;íþrótt;Guðmundsdóttir;Björk;ýmis;Öxarárfoss;ræða;það;Ísland;sjö",
	"Dutch":      "coöperatie;één;geïnteresseerd;ruïne;België;crêpe;vóór",
	"Catalan":    "col·lecció;Barça;pingüí;açò;això;Lluís",
	"one word":   "München",
	"one letter": "à",
	"a sign":     "3,20 €;5µm;µg",
	"marks":      "“x” – 5•6 …",
	"runs":       "«É…»;“¿Qué?”;À–É;Nestlé®;½–¾;1½”–2½”;„Öl“…;l’“Été”;«\u00a0é\u00a0»;20\u00a0°C;Ø±5;…“–;é³",
	"names":      "José;Müller;François;Søren;Åse;Conceição;Björk;Zoë;Curaçao",
	"a misprint": "Größe;Straße;Käse;Brötchen;Müsli;Äpfel;Öl;a§b",
}

func TestWesternTextsAreRead(t *testing.T) {
	t.Parallel()
	for language, text := range western {
		for _, text := range []string{text, strings.ToUpper(strings.NewReplacer("ß", "ss", "µ", "u").Replace(text)), "name;note\r\n" + strings.ReplaceAll(text, ";", ";ok\r\n")} {
			file, err := charmap.Windows1252.NewEncoder().String(text)
			if err != nil {
				t.Fatal(language, err)
			}
			if got, err := decodeText([]byte(file)); err != nil || got != text {
				t.Errorf("%s: %q, %v", language, got, err)
			}
		}
		for _, word := range strings.Split(text, ";") { // alone too, but for those that only others make plain
			file, _ := charmap.Windows1252.NewEncoder().String(word)
			if _, err := decodeText([]byte(file)); err != nil && language != "a misprint" {
				t.Errorf("%s: %v", language, err)
			}
		}
	}
}

func TestForeignTextsAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		as   encoding.Encoding
		text string
	}{
		{"Cyrillic", charmap.Windows1251, "Привет"}, {"Cyrillic", charmap.Windows1251, "name,n\nДа,1\nнет,2\n"}, {"Cyrillic", charmap.KOI8R, "Привет"},
		{"Cyrillic", charmap.ISO8859_5, "Привет, мир"}, {"Cyrillic", charmap.CodePage866, "Привет"},
		{"Cyrillic of DOS", charmap.CodePage866, "name,n\nда,1\nМосква,2\nхлеб,3\nмолоко,4\n"},
		{"Japanese", japanese.ShiftJIS, "name,n\nみかん,1\n"}, {"Japanese", japanese.EUCJP, "福岡"}, {"Korean", korean.EUCKR, "부산"},
		{"Greek", charmap.Windows1253, "Καλημέρα κόσμε"}, {"Hebrew", charmap.Windows1255, "שלום עולם"}, {"Arabic", charmap.Windows1256, "مرحبا بالعالم"},
		{"Thai", charmap.Windows874, "สวัสดีชาวโลก"},
		{"Japanese", japanese.ShiftJIS, "日本語"}, {"Japanese", japanese.ShiftJIS, "name,n\nひらがな,1\nテスト,2\n"}, {"Japanese", japanese.EUCJP, "日本語"},
		{"Chinese", simplifiedchinese.GBK, "中文"}, {"Chinese", simplifiedchinese.GBK, "你好"}, {"Chinese", traditionalchinese.Big5, "中文"}, {"Korean", korean.EUCKR, "한글"},
		{"Mac, French", charmap.Macintosh, "Café;été;garçon"}, {"Mac, German", charmap.Macintosh, "Müller"}, {"Mac, German", charmap.Macintosh, "Größe;für;Straße"},
		{"Mac, Spanish", charmap.Macintosh, "José;año;más"}, {"DOS, German", charmap.CodePage850, "Käse;schön;größer"}, {"DOS, French", charmap.CodePage850, "garçon;été"},
		{"Polish", charmap.Windows1250, "złoty;żółw;książka"}, {"Czech", charmap.Windows1250, "příšerně žluťoučký kůň"}, {"Turkish", charmap.Windows1254, "güneş;çarşı;ışık"},
	} {
		file, err := c.as.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got, err := decodeText([]byte(file)); !platform.IsCode(err, platform.CodeBadRequest) || !strings.Contains(err.Error(), "UTF-8") {
			t.Errorf("%s %q: read as %q, %v", c.name, c.text, got, err)
		}
	}
}
