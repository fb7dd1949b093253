/**
 * Towns that are called otherwise in another language, by country and by their name in the table, which does not say what language a
 * name is in. In English, German, Spanish, French and Portuguese; empty where the table's name is used. Written by hand: cities
 * that somebody is likely to look for.
 */
const TABLE = `
AT Vienna||Wien|Viena|Vienne|Viena
BE Antwerp||Antwerpen|Amberes|Anvers|Antuérpia
BE Bruges||Brügge|Brujas||
BE Brussels||Brüssel|Bruselas|Bruxelles|Bruxelas
BE Gent|Ghent||Gante|Gand|Gante
BE Leuven||Löwen|Lovaina|Louvain|Lovaina
BE Liège||Lüttich|Lieja||
BG Sofia|||Sofía||Sófia
CH Basel|||Basilea|Bâle|Basileia
CH Bern|||Berna|Berne|Berna
CH Geneva||Genf|Ginebra|Genève|Genebra
CH Luzern|Lucerne||Lucerna|Lucerne|Lucerna
CH Zürich|Zurich||Zúrich|Zurich|Zurique
CN Beijing||Peking|Pekín|Pékin|Pequim
CN Shanghai|||Shanghái||Xangai
CU Havana||Havanna|La Habana|La Havane|
CZ Prague||Prag|Praga||Praga
CZ Brno||Brünn|||
DE Aachen|||Aquisgrán|Aix-la-Chapelle|
DE Berlin|||Berlín||Berlim
DE Braunschweig|Brunswick||Brunswick|Brunswick|Brunswick
DE Bremen||||Brême|
DE Dresden|||Dresde|Dresde|
DE Frankfurt am Main|Frankfurt||Fráncfort|Francfort|Frankfurt
DE Hamburg|||Hamburgo|Hambourg|Hamburgo
DE Hannover|Hanover|||Hanovre|Hanôver
DE Köln|Cologne||Colonia|Cologne|Colônia
DE Mainz|||Maguncia|Mayence|
DE Munich||München|Múnich||Munique
DE Nuremberg||Nürnberg|Núremberg||Nurembergue
DE Regensburg|||Ratisbona|Ratisbonne|Ratisbona
DE Trier|||Tréveris|Trèves|
DK Copenhagen||Kopenhagen|Copenhague|Copenhague|Copenhague
DZ Algiers||Algier|Argel|Alger|Argel
EE Tallinn|||Tallin||
EG Alexandria|||Alejandría|Alexandrie|
EG Cairo||Kairo|El Cairo|Le Caire|
ES A Coruña|||La Coruña|La Corogne|A Corunha
ES Barcelona||||Barcelone|
ES Córdoba||||Cordoue|Córdova
ES San Sebastián||||Saint-Sébastien|
ES Sevilla|Seville|||Séville|Sevilha
ES Zaragoza||Saragossa||Saragosse|Saragoça
FI Helsinki|||||Helsinque
FR Marseille|||Marsella||Marselha
FR Nice||Nizza|Niza||
FR Paris|||París||
FR Strasbourg||Straßburg|Estrasburgo||Estrasburgo
GB Edinburgh|||Edimburgo|Édimbourg|Edimburgo
GB London|||Londres|Londres|Londres
GR Athens||Athen|Atenas|Athènes|Atenas
GR Corfu||Korfu|Corfú|Corfou|
GR Thessaloníki|Thessaloniki|Thessaloniki|Salónica|Thessalonique|Salonica
HU Budapest|||||Budapeste
IE Dublin|||Dublín||
IL Jerusalem|||Jerusalén|Jérusalem|Jerusalém
IN Delhi|||||Délhi
IN New Delhi||Neu-Delhi|Nueva Delhi||Nova Délhi
IN Mumbai|||Bombay|Bombay|
IR Tehran||Teheran|Teherán|Téhéran|Teerã
IT Bologna|||Bolonia|Bologne|Bolonha
IT Bolzano||Bozen|||
IT Florence||Florenz|Florencia||Florença
IT Genoa||Genua|Génova|Gênes|Gênova
IT Mantua||||Mantoue|Mântua
IT Milan||Mailand|Milán||Milão
IT Naples||Neapel|Nápoles||Nápoles
IT Padua||||Padoue|Pádua
IT Rome||Rom|Roma||Roma
IT Siracusa|Syracuse|Syrakus||Syracuse|
IT Trento||Trient||Trente|
IT Trieste||Triest|||
IT Turin|||Turín||Turim
IT Venice||Venedig|Venecia|Venise|Veneza
JP Tokyo||Tokio|Tokio||Tóquio
KE Nairobi|||||Nairóbi
KR Seoul|||Seúl|Séoul|Seul
LT Vilnius|||Vilna||
LU Luxembourg||Luxemburg|Luxemburgo||Luxemburgo
MA Marrakesh||Marrakesch|Marrakech|Marrakech|Marraquexe
MA Tangier||Tanger|Tánger|Tanger|Tânger
MX Mexico City||Mexiko-Stadt|Ciudad de México|Mexico|Cidade do México
NL Rotterdam|||Róterdam||Roterdã
NL The Hague||Den Haag|La Haya|La Haye|Haia
PH Manila||||Manille|
PL Gdańsk||Danzig|||
PL Kraków|Krakow|Krakau|Cracovia|Cracovie|Cracóvia
PL Poznań||Posen|||
PL Szczecin||Stettin|||
PL Warsaw||Warschau|Varsovia|Varsovie|Varsóvia
PL Wrocław||Breslau|Breslavia||
PT Lisbon||Lissabon|Lisboa|Lisbonne|Lisboa
PT Porto|||Oporto||
RO Bucharest||Bukarest|Bucarest|Bucarest|Bucareste
RS Belgrade||Belgrad|Belgrado||Belgrado
RU Moscow||Moskau|Moscú|Moscou|Moscou
RU Saint Petersburg||Sankt Petersburg|San Petersburgo|Saint-Pétersbourg|São Petersburgo
SE Gothenburg||Göteborg|Gotemburgo|Göteborg|Gotemburgo
SE Stockholm|||Estocolmo||Estocolmo
SG Singapore||Singapur|Singapur|Singapour|Singapura
SI Ljubljana|||Liubliana||Liubliana
SY Damascus||Damaskus|Damasco|Damas|Damasco
TN Tunis|||Túnez||Túnis
TR Istanbul|||Estambul||Istambul
UA Kyiv||Kyjiw|Kiev|Kiev|Kiev
UA Odesa||Odessa||Odessa|Odessa
US New Orleans|||Nueva Orleans|La Nouvelle-Orléans|Nova Orleans
US New York City|New York|New York|Nueva York|New York|Nova York
US Philadelphia|||Filadelfia|Philadelphie|Filadélfia
ZA Cape Town||Kapstadt|Ciudad del Cabo|Le Cap|Cidade do Cabo
`;

const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt'];

const BY_TOWN = new Map(
  TABLE.trim()
    .split('\n')
    .map((line) => {
      const [town = '', ...names] = line.split('|');
      return [town, names] as const;
    }),
);

/** Country and name in the table. */
export const TOWNS_BY_HAND: readonly string[] = [...BY_TOWN.keys()];

/** What a town is called in a language, where that is another name than the table's. */
export function exonym(country: string, name: string, language: string): string | null {
  const said = BY_TOWN.get(`${country} ${name}`)?.[LANGUAGES.indexOf(language)] ?? '';
  return said === '' ? null : said;
}
