// vCard 2.1, 3.0 and 4.0 in, 3.0 out: what address books of phones and mail programs exchange.

/** A contact in a file, by the columns of the import. All text, `""` where the card has nothing. */
export type CardFields = Readonly<Record<CardField, string>>;
export const cardFields = [
  "name",
  "lastName",
  "nickname",
  "company",
  "jobTitle",
  "email",
  "phone",
  "address",
  "birthday",
  "notes",
] as const;
export type CardField = (typeof cardFields)[number];

const emptyCard = Object.fromEntries(cardFields.map((field) => [field, ""])) as CardFields;

export const isVCard = (text: string): boolean => /^\uFEFF?\s*BEGIN:VCARD/i.test(text);

/** The contacts of a file. A card without a name has its company, else its address or number as the name. */
export function readVCards(text: string): CardFields[] {
  return unfolded(text)
    .split(/^BEGIN:VCARD\s*$/im)
    .slice(1)
    .map((card) => readCard(card.split(/^END:VCARD/im)[0]!));
}

/** Long lines go on after a line break and a space; quoted-printable ones after a `=`. */
const unfolded = (text: string): string =>
  text
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/\n[ \t]/g, "")
    .replace(/^([^:\n]*QUOTED-PRINTABLE[^:\n]*:(?:.*=\n)+.*)$/gim, (line) => line.replaceAll("=\n", ""));

function readCard(card: string): CardFields {
  const found: Partial<Record<CardField, string>> = {};
  const keep = (field: CardField, value: string | undefined) => {
    const text = value?.replace(/\s+\n|\n\s+/g, "\n").trim();
    // The first of several addresses and numbers is the preferred one.
    if (text && !found[field]) found[field] = text;
  };
  let full = "";
  for (const line of card.split("\n")) {
    const [, property = "", parameters = "", raw = ""] = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:]*)?):(.*)$/.exec(line) ?? [];
    const value = /QUOTED-PRINTABLE/i.test(parameters) ? fromQuotedPrintable(raw) : raw;
    const parts = componentsOf(value);
    switch (property.toUpperCase()) {
      case "FN":
        full = plain(value).trim();
        break;
      case "N":
        keep("lastName", parts[0]);
        keep("name", [parts[1], parts[2]].filter(Boolean).join(" "));
        break;
      case "NICKNAME":
        keep("nickname", plain(value));
        break;
      case "ORG":
        keep("company", parts[0]);
        break;
      case "TITLE":
        keep("jobTitle", plain(value));
        break;
      case "EMAIL":
        keep("email", plain(value).replace(/^mailto:/i, ""));
        break;
      case "TEL":
        keep("phone", plain(value).replace(/^tel:/i, ""));
        break;
      case "ADR":
        keep("address", parts.filter(Boolean).join(", ").replaceAll("\n", ", "));
        break;
      case "BDAY":
        keep("birthday", dayIn(value));
        break;
      case "NOTE":
        keep("notes", plain(value));
        break;
      default:
    }
  }
  return { ...emptyCard, ...found, ...nameFrom(found, full) };
}

function nameFrom({ name, lastName, company, email, phone }: Partial<CardFields>, full: string) {
  if (name) return {};
  if (full)
    return lastName && full !== lastName && full.endsWith(lastName)
      ? splitAt(full, lastName)
      : { name: full, lastName: "" };
  if (lastName) return { name: lastName, lastName: "" };
  return { name: company ?? email ?? phone ?? "" };
}

const splitAt = (full: string, lastName: string) => ({ name: full.slice(0, -lastName.length).trim(), lastName });

/** `19830428`, `1983-04-28` or an instant. A birthday without a year is none. */
function dayIn(value: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(value.trim()) ?? [];
  return year === undefined ? "" : `${year}-${month}-${day}`;
}

const plain = (value: string): string =>
  value.replace(/\\([nN,;:\\])/g, (_, escaped: string) => (/n/i.test(escaped) ? "\n" : escaped));

/** The parts between semicolons that are not escaped. */
const componentsOf = (value: string): string[] =>
  (value.match(/(?:\\.|[^;\\])*(?:;|$)/g) ?? []).map((part) => plain(part.replace(/;$/, "")).trim());

/** Bytes written as `=D9=85`, in UTF-8. Bytes of another encoding stay as they are written. */
function fromQuotedPrintable(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll("%", "%25").replace(/=([0-9A-F]{2})/gi, "%$1"));
  } catch {
    return value;
  }
}

/** The file that phones and mail programs read. */
export function writeVCards(cards: readonly CardFields[]): string {
  return cards.map((card) => linesOf(card).map(folded).join("")).join("");
}

function linesOf(card: CardFields): string[] {
  const line = (name: string, value: string) => (value === "" ? [] : [`${name}:${value}`]);
  const at = (field: CardField) => escaped(card[field]);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:${at("lastName")};${at("name")};;;`,
    `FN:${escaped([card.name, card.lastName].filter(Boolean).join(" "))}`,
    ...line("NICKNAME", at("nickname")),
    ...line("ORG", at("company")),
    ...line("TITLE", at("jobTitle")),
    ...line("EMAIL;TYPE=INTERNET", at("email")),
    ...line("TEL", at("phone")),
    ...(card.address === "" ? [] : [`ADR:;;${at("address")};;;;`]),
    ...line("BDAY", card.birthday),
    ...line("NOTE", at("notes")),
    "END:VCARD",
  ];
}

const escaped = (text: string): string => text.replace(/[\\,;]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** At most 75 bytes a line (RFC 2426), broken between characters. */
function folded(line: string): string {
  const lines: string[] = [];
  let bytes = 0;
  let current = "";
  for (const character of line) {
    const length = utf8Length(character.codePointAt(0)!);
    if (bytes + length > 74) {
      lines.push(current);
      [current, bytes] = ["", 0];
    }
    current += character;
    bytes += length;
  }
  return `${[...lines, current].join("\r\n ")}\r\n`;
}

const utf8Length = (codePoint: number) => [0x80, 0x800, 0x10000].filter((from) => codePoint >= from).length + 1;

/** A CSV file of these contacts, for the import. */
export const cardsAsCsv = (cards: readonly CardFields[]): string =>
  [cardFields, ...cards.map((card) => cardFields.map((field) => card[field]))]
    .map((cells) => `${cells.map(quoted).join(",")}\r\n`)
    .join("");

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The contacts of a file that `exportCsv` wrote: every cell may be quoted, and one that looks like a formula begins with '. */
export function cardsOfCsv(csv: string): CardFields[] {
  const [header = [], ...rows] = rowsOf(csv.replace(/^\uFEFF/, ""));
  return rows.map((cells) => {
    const values = header.map((name, place) => [name, cells[place]!.replace(/^'(?=[=+\-@\t\r\n'])/, "")]);
    return { ...emptyCard, ...Object.fromEntries(values) };
  });
}

function rowsOf(csv: string): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  for (const [, cell = "", end] of csv.matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r\n)/g)) {
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ",") continue;
    rows.push(cells);
    cells = [];
  }
  return rows;
}
