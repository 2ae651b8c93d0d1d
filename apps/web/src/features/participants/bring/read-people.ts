import { COMPANIONS_MAX } from '@minga/contract/places';
import { DELETED_NAME } from '@minga/contract/text';
import Papa from 'papaparse';
import { readContact } from './read-contact.ts';

/** A person as understood from a list; texts are empty where the list says nothing. */
export interface ReadPerson {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly companions: number;
}

export interface ReadList {
  readonly people: readonly ReadPerson[];
  /** The lines in which there is no person, such as titles. */
  readonly skipped: readonly string[];
}

const NO_ONE: ReadPerson = { name: '', email: '', phone: '', companions: 0 };

/** Reads a list as people write it: a column, a numbered or WhatsApp list, or a table with tabs, semicolons or commas. Never fails. */
export function readPeople(text: string): ReadList {
  const own = text.replace(/^\ufeff/, '');
  if (/^Nombre,Correo[,\r\n]/.test(own)) return readTable(Papa.parse<string[]>(own, { delimiter: ',' }).data);
  const clean = text
    .replace(/[\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    // Also runs of spaces, in which patterns would search for long.
    .replace(/[^\S\n\t]+/g, ' ');
  const delimiter = delimiterOf(clean);
  if (delimiter !== null) return readTable(Papa.parse<string[]>(clean, { delimiter }).data);
  const lines = clean.split('\n').filter(line => line.trim() !== '');
  const [only = '', ...others] = lines;
  return readLines(others.length === 0 ? namesOfOneLine(only) : lines);
}

/** The names of a list in one line, such as 'Ana, Luis y Marta'. */
function namesOfOneLine(line: string): string[] {
  if (/[@\d:]/.test(line) || !line.includes(',')) return [line];
  const names = line
    .replace(/\.\s*$/, '')
    .split(/,|\s+[ye]\s+(?=\p{Lu})/u)
    .filter(name => name.trim() !== '');
  return names.some(name => companionsOfCell(name) > 0) ? [line] : names;
}

// Tables

const HEADERS: Readonly<Record<keyof ReadPerson | 'surname', RegExp>> = {
  name: /^(nombres?|nombres? completos?|nombres? y apellidos?|participantes?|personas?|asist[e]ntes?|voluntari[oa]s?|name|quien)$/,
  surname: /^(apellidos?|primer apellido|last name|surname)$/,
  email: /^(correos?|correo electronico|e-?mail|mail|direccion de correo( electronico)?|email address)$/,
  phone:
    /^(telefonos?|celular(es)?|cel|tel|movil|whats ?app|numero( de)? (telefono|celular|contacto)|contacto|phone|telefono (o )?celular|celular ?\/ ?whats ?app)$/,
  companions: /^(acompanantes?|cuantos? acompanantes?|invitad[o]s|numero de acompanantes)$/,
};
type Field = keyof typeof HEADERS;
const FIELDS = Object.keys(HEADERS) as Field[];

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}/-]+/gu, ' ')
    .trim();

/** The delimiter of a table, or null if the text has none. */
function delimiterOf(text: string): string | null {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const isTable = (delimiter: string) =>
    lines.filter(line => line.includes(delimiter)).length * 2 > lines.length;
  if (isTable('\t')) return '\t';
  const header = lines.slice(0, 3).find(line => columnsOf(line.split(/[;,]/)) !== null) ?? '';
  if (isTable(';') && (header.includes(';') || lines.length > 1)) return ';';
  // A comma also stands within names and sentences.
  const hasContact = (line: string) =>
    line
      .split(',')
      .slice(1)
      .some(cell => isContact(cell));
  const withContact = lines.filter(hasContact).length * 2 >= lines.length;
  return isTable(',') && (header.includes(',') || withContact) ? ',' : null;
}

const isContact = (cell: string): boolean => {
  const { email, phone, name } = readContact(cell);
  return (email !== '' || phone !== '') && !/\p{L}{3}/u.test(name);
};

/** The columns of the fields that a row names, or null if it is no header. */
function columnsOf(cells: readonly string[]): ReadonlyMap<Field, number> | null {
  const columns = new Map<Field, number>();
  for (const [at, cell] of cells.entries()) {
    const field = FIELDS.find(one => HEADERS[one].test(folded(cell)));
    if (field !== undefined && !columns.has(field)) columns.set(field, at);
  }
  return columns.size === 0 || cells.some(isContact) ? null : columns;
}

/** Reads the rows of a table or of a sheet. Its header, in any order of columns, may follow up to two title rows. */
export function readTable(rows: readonly (readonly string[])[]): ReadList {
  if (rows[0]?.[0] === 'Nombre' && rows[0][1] === 'Correo') return readOwnTable(rows[0], rows.slice(1));
  const filled = rows.map(row => row.map(unescaped)).filter(row => row.some(cell => cell !== ''));
  const at = filled.slice(0, 3).findIndex(row => columnsOf(row) !== null);
  const columns = columnsOf(filled[at] ?? []);
  if (columns === null) return listOf(filled.map(row => [personOfCells(row), row.join(' ')]));
  const skipped = filled.slice(0, at).map(row => row.filter(Boolean).join(' '));
  const { people, skipped: others } = listOf(
    filled.slice(at + 1).map(row => [personOfColumns(row, columns), row.filter(Boolean).join(' ')]),
  );
  return { people, skipped: [...skipped, ...others] };
}

/** Reads the table of a download (`participants-csv.ts`), whose names are as the list has them, whatever they look like. */
function readOwnTable(header: readonly string[], rows: readonly (readonly string[])[]): ReadList {
  const [phone, companions] = [header.indexOf('Teléfono'), header.indexOf('Acompañantes')];
  return listOf(
    rows.map(row => {
      const cells = row.map(unescaped);
      const [name = '', email = ''] = cells;
      const person = {
        name,
        email,
        phone: cells[phone] ?? '',
        companions: numberOf(cells[companions] ?? ''),
      };
      return [person, cells.filter(Boolean).join(' ')];
    }),
  );
}

/** A cell without the sign with which spreadsheets and our own downloads mark text that looks like a formula. */
const unescaped = (cell: string): string =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')
    .trim();

function personOfColumns(row: readonly string[], columns: ReadonlyMap<Field, number>): ReadPerson {
  const cell = (field: Field) => row[columns.get(field) ?? -1] ?? '';
  const written = [cell('name'), cell('surname')].filter(Boolean).join(' ');
  // Without columns of their own, companions and contacts may stand with the name.
  const { companions, rest: names } = (columns.has('companions') ? null : namedCompanions(written)) ?? {
    companions: 0,
    rest: written,
  };
  const inName = columns.has('email') && columns.has('phone') ? NO_ONE : readContact(names);
  const isPlain = inName.email === '' && inName.phone === '';
  const email = cell('email') || inName.email;
  const inPhone = readContact(cell('phone'));
  const inContact = columns.has('companions') ? 0 : inName.companions || inPhone.companions;
  return {
    name: tidy(isPlain ? names : inName.name),
    email: readContact(email).email || email,
    phone: inPhone.phone || cell('phone') || inName.phone,
    companions: companions || countOf(cell('companions')) || inContact,
  };
}

/** Reads a row of a table without a header by what its cells look like. */
function personOfCells(row: readonly string[]): ReadPerson {
  const cells = row.filter(cell => cell !== '');
  const isIndex = (cell: string, at: number) =>
    at === 0 && /^#?\d{1,3}[.)°º]?$/.test(cell) && cells.length > 1;
  const [first = '', ...others] = cells.filter((cell, at) => !isIndex(cell, at) && !isContact(cell));
  const contacts = cells.filter(isContact).map(readContact);
  const person = personOfLine(first);
  return {
    name: person.name,
    email: contacts.find(({ email }) => email !== '')?.email ?? person.email,
    phone: contacts.find(({ phone }) => phone !== '')?.phone ?? person.phone,
    companions:
      [person, ...contacts].find(({ companions }) => companions > 0)?.companions ??
      others.map(companionsOfCell).find(count => count > 0) ??
      0,
  };
}

/** The companions of a cell that says nothing else, such as '2', '3 acompañantes' or 'con su hija'. */
function companionsOfCell(cell: string): number {
  if (/^\s*\+?\s*\d\s*$/.test(cell)) return numberOf(cell);
  const { companions, rest } = companionsOf(cell);
  return tidy(rest) === '' ? companions : 0;
}

/** The number in a column of companions, in digits or as a word, also before other words. */
function countOf(cell: string): number {
  const [first = ''] = cell.trim().split(/(?<=\d)(?=\p{L})|\s+(?!\d)/u);
  return numberOf(first) || numberOfWord(first) || companionsOf(cell).companions;
}

const numberOf = (text: string): number => {
  const found = /^\+?\s*(\d{1,3})(?:[.,]0+)?$/.exec(text.trim());
  return found === null ? 0 : Math.min(Number(found[1]), COMPANIONS_MAX + 1);
};

// Lines

const CHAT =
  /^\[?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?\s*m\.?)?\]?\s*(?:[-–—]\s*)?(.*)$/iu;
const GOING =
  /\b(voy|vamos|iremos|ir[eé]|ap[uú]nt[aeo]|an[oó]t[ae]|cuent[ae]n? conmigo|confirm[oa]|confirmad[oa]|asisto|presente|llego|somos|yo)\b|\+\s*\d|^s[ií]\b|👍|🙋|✋|✅/iu;
const NOT_GOING = /\bno\s+(puedo|podr[eé]|podemos|voy|vamos|ir[eé]|alcanzo|asisto)\b/iu;
const MARK =
  /^\s*(?:(?:[-*•·–—▪◦●■□☐☑✓✔✅➡→>»]|\ufe0f)+\s*|\(?#?\d{1,3}\s*[.):°º-]+\s*|(?:\d\ufe0f?\u20e3)+\s*|\d{1,3}\s+(?=\p{L}))/u;

function readLines(lines: readonly string[]): ReadList {
  const isMarked = (line: string) => MARK.test(line) && !CHAT.test(line);
  const marked = lines.filter(isMarked).length;
  const first = lines.findIndex(isMarked);
  // A line before a numbered list, or among it without a contact, is its title.
  const isList = marked >= 2 && marked * 2 > lines.length;
  return listOf(
    lines.map((line, at) => {
      const chat = CHAT.exec(line);
      if (chat !== null) return [personOfMessage(chat[1] ?? ''), line];
      const isTitle = isTitleLine(line) || (isList && at < first && !hasContact(line));
      return [isTitle ? NO_ONE : personOfLine(line), line];
    }),
  );
}

const hasContact = (line: string): boolean => {
  const { email, phone } = readContact(line);
  return email !== '' || phone !== '';
};

const isTitleLine = (line: string): boolean =>
  !hasContact(line) &&
  (/[:：]\s*$/.test(line) || /^\s*(total|lista|gracias)\b/iu.test(line) || !/\p{L}/u.test(line));

/** Reads 'Ana: yo voy +1', a message of a chat. A message that does not say that its sender attends contains no person. */
function personOfMessage(message: string): ReadPerson {
  const found = /^~?\s*([^:]{1,60}):\s*(.*)$/u.exec(message);
  if (found === null) return NO_ONE;
  const [, sender = '', said = ''] = found;
  if (NOT_GOING.test(said) || !GOING.test(said)) return NO_ONE;
  const { name, phone } = personOfLine(sender);
  const own = readContact(said);
  const companions = companionsOf(said).companions || own.companions;
  return { name, email: own.email, phone: phone || own.phone, companions };
}

function personOfLine(line: string): ReadPerson {
  const unmarked = line.replace(MARK, '').replace(MARK, '');
  // Companions first if a word says so: their digit would be taken for one of the phone's.
  const named = namedCompanions(unmarked);
  const { name, email, phone, ...beside } = readContact(named?.rest ?? unmarked);
  const said = named?.companions ?? beside.companions;
  const { companions, rest } = said > 0 ? { companions: said, rest: name } : companionsOf(name);
  return { name: tidy(rest), email, phone, companions };
}

const NUMBERS = ['una?|uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'];
const COMPANIONS =
  '(?:acompañantes?|acomp|amig[oa]s?|niñ[oa]s?|hij[oa]s?|niet[oa]s?|sobrin[oa]s?|herman[oa]s?|prim[oa]s?|vecin[oa]s?|familiares|invitad[oa]s?|adultos?|personas? m[aá]s|m[aá]s)(?![\\p{L}\\d])';
const WITH =
  '(?:(?<!\\p{L})(?:con|[yec]|m[aá]s|lleva|trae)(?!\\p{L})|\\+)\\s*(?:(?:mis?|sus?|otr[oa]s?)\\s+)?';

/** Ways to say companions that no name contains, with the number that each says. */
const NAMED: readonly [RegExp, (found: string) => number][] = [
  // 'y 3 acompañantes', '(2 niños)', '3 acompañantes'.
  [
    new RegExp(
      `[([]?\\s*(?:${WITH})?(?<![\\p{L}\\d]|(?<!\\p{L})l[ao]s\\s+)(\\d{1,2})\\s*${COMPANIONS}\\s*[)\\]]?`,
      'iu',
    ),
    Number,
  ],
  // 'con dos niños', without a digit only after such a word.
  [new RegExp(`[([]?\\s*${WITH}(${NUMBERS.join('|')})\\s+${COMPANIONS}\\s*[)\\]]?`, 'iu'), numberOfWord],
  // 'dos acompañantes', a word that no name has.
  [
    new RegExp(
      `[([]?\\s*(?<![\\p{L}\\d])(${NUMBERS.join('|')})\\s+(?:acompañantes?|invitad[oa]s?|personas? m[aá]s)(?!\\p{L})\\s*[)\\]]?`,
      'iu',
    ),
    numberOfWord,
  ],
  [/[([]?\s*acompañantes?\s*[:=]?\s*(\d{1,2})(?!\d)\s*[)\]]?/iu, Number],
  [/[([]?\s*(?<!\p{L})(?:con|y|m[aá]s)\s+(?:su\s+)?(acompañante)(?!\p{L})\s*[)\]]?/iu, () => 1],
];

function numberOfWord(word: string): number {
  return 1 + NUMBERS.findIndex(one => new RegExp(`^(?:${one})$`, 'i').test(word));
}

const COUNTS: readonly [RegExp, (found: string) => number][] = [
  ...NAMED,
  [/\(?\+\s*(\d)(?!\d)\s*(?:personas?)?\)?/iu, Number],
  [/(?<!\p{L})(?:con|y|m[aá]s)\s+(\d)(?!\d)(?:\s*personas?(?!\p{L}))?/iu, Number],
  [/\b(?:somos|vamos|iremos)\s+(\d)(?!\d)/iu, found => Number(found) - 1],
  [/(?:\(|(?<=[\p{L}|]\s*)[-–—,:])\s*(\d)\s*personas?\s*(?:\)|$)/iu, found => Number(found) - 1],
  // 'Rosa - 2', 'Rosa (2)'.
  [/(?<=\p{L}\s*)[-–—,(]\s*(\d)\s*\)?\s*$/u, Number],
  [/(?<!\p{L})(?:con|y)\s+(?:mi|su)\s+\p{L}+/iu, () => 1],
];

interface Companions {
  readonly companions: number;
  /** The text without them. */
  readonly rest: string;
}

function firstOf(text: string, ways: typeof COUNTS): Companions | null {
  for (const [pattern, count] of ways) {
    const found = pattern.exec(text);
    if (found === null) continue;
    // More than the most is an error that the organiser corrects.
    const companions = Math.min(Math.max(0, count(found[1] ?? '')), COMPANIONS_MAX + 1);
    return { companions, rest: text.replace(found[0], ' ') };
  }
  return null;
}

const namedCompanions = (text: string): Companions | null => firstOf(text, NAMED);

/** Takes the number of companions out of a text. */
const companionsOf = (text: string): Companions => firstOf(text, COUNTS) ?? { companions: 0, rest: text };

/** A name without pictures and without signs at its ends. */
const tidy = (name: string): string =>
  name
    .replace(/\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|\u20e3|\u200d/gu, ' ')
    .replace(/\s*\|[\s|]*/g, ' ')
    .replace(/[<([{]\s*[>)\]}]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/( \.)+ ?$/, '')
    .replace(/^[\s\-–—:,;.|/*_~<>"]+|[\s\-–—:,;|/*_~<>"]+$/gu, '')
    .trim();

/** The people of a list. A person without a name and contact is none, and a person whose data was erased cannot be added again. */
function listOf(rows: readonly (readonly [ReadPerson, string])[]): ReadList {
  const isPerson = ({ name, email, phone }: ReadPerson) =>
    (name !== '' || email !== '' || phone !== '') && (name !== DELETED_NAME || email !== '' || phone !== '');
  return {
    people: rows.map(([person]) => person).filter(isPerson),
    skipped: rows
      .filter(([person]) => !isPerson(person))
      .map(([, line]) => line.trim())
      .filter(line => /[\p{L}\p{N}]/u.test(line.replace(MARK, ''))),
  };
}
