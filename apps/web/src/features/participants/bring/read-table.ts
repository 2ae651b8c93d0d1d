import { isMobile, readContact } from './read-contact.ts';
import {
  companionsOf,
  listOf,
  NO_ONE,
  namedCompanions,
  numberOfWord,
  personOfLine,
  type ReadList,
  type ReadPerson,
  tidy,
  withLeftOut,
} from './read-person.ts';

// Headers

/** By field: the words of which a title has at least one, and the other words that it may have. */
const HEADERS = {
  name: [
    'nombre nombres name names fullname quien',
    'completo completos apellido apellidos surname full first middle given primer segundo participante persona asistente voluntario voluntaria invitado invitada',
  ],
  /** Titles of names in a table that has no other. */
  person: [
    'participante participantes persona personas asistente asistentes voluntario voluntarios voluntaria voluntarias miembro miembros integrante integrantes estudiante estudiantes attendee attendees person volunteer volunteers',
    '',
  ],
  surname: [
    'apellido apellidos surname surnames last family lastname',
    'primer segundo paterno materno name',
  ],
  email: [
    'correo correos email emails mail mails gmail',
    'electronico electronicos direccion address contacto personal participante asistente 1 2',
  ],
  phone: [
    'telefono telefonos tel tels telf telef tfno tlf celular celulares cel cels movil moviles whatsapp whats wpp wsp phone phones mobile cell cellphone telephone contacto contactos contact',
    'app what s fijo number telefonico participante asistente 1 2',
  ],
  companions: [
    'acompanante acompanantes acompana acompanan companion companions guest guests invitados invitadas adicionales',
    'cuantos cuantas cantidad ones one plus mas personas extra te trae traes how many of number',
  ],
} as const;
type Field = keyof typeof HEADERS;

/** Words that titles of any column have. */
const COMMON =
  'de del la el los las tu su mi y o e u a en al the your and or numero numeros nro num no n principal opcional';

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const TITLES = (Object.keys(HEADERS) as Field[]).map(field => {
  const [keys, others] = HEADERS[field];
  return { field, keys: wordsOf(keys), words: wordsOf(`${keys} ${others} ${COMMON}`) };
});

function fieldOf(title: string): Field | undefined {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
  return TITLES.find(
    one => words.some(word => one.keys.has(word)) && words.every(word => one.words.has(word)),
  )?.field;
}

type Columns = ReadonlyMap<Field, readonly number[]>;

/** The columns of the fields that a row names, or null if it is no header. */
function columnsOf(cells: readonly string[]): Columns | null {
  const columns = new Map<Field, number[]>();
  for (const [at, cell] of cells.entries()) {
    const field = fieldOf(cell);
    if (field !== undefined) columns.set(field, [...(columns.get(field) ?? []), at]);
  }
  // 'Acompañantes' alone may be what a row says.
  const isHeader = columns.size > (columns.has('companions') ? 1 : 0) && !cells.some(isContact);
  return isHeader ? columns : null;
}

/** The number of fields that a row names as a header, or 0. */
export const headerSize = (cells: readonly string[]): number => columnsOf(cells)?.size ?? 0;

/** The rows among which the header is: up to two titles may stand before it. */
export const HEADER_ROWS_MAX = 3;

/** Whether a cell has a contact and no name. */
export const isContact = (cell: string): boolean => {
  const { email, phone, name } = readContact(cell);
  return (email !== '' || phone !== '') && !/\p{L}{3}/u.test(name);
};

// Tables

/** Reads the rows of a table or of a sheet. Its header, in any order of columns, may follow up to two title rows. */
export function readTable(rows: readonly (readonly string[])[]): ReadList {
  const filled = rows.map(row => row.map(unescaped)).filter(row => row.some(cell => cell !== ''));
  const sizes = filled.slice(0, HEADER_ROWS_MAX).map(headerSize);
  const at = sizes.indexOf(Math.max(0, ...sizes));
  const header = filled[at] ?? [];
  const columns = columnsOf(header);
  if (columns === null) return listOf(filled.map(row => [personOfCells(row), row.join(' ')]));
  const skipped = filled.slice(0, at).map(textOf);
  const table = tableOf(header, columns, filled.slice(at + 1));
  const list = listOf(
    table.rows.map(row => [personOfRow(row, table), textOf(row)]),
    table.unread.flatMap(column => header[column] ?? []),
  );
  return { ...list, skipped: [...skipped, ...list.skipped] };
}

const textOf = (row: readonly string[]): string => row.filter(Boolean).join(' ');

/** A cell without the sign with which spreadsheets and our own downloads mark text that looks like a formula. */
const unescaped = (cell: string): string =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@＝＋－＠\t\r])/, '')
    .trim();

interface Table {
  readonly width: number;
  readonly names: readonly number[];
  readonly columns: Columns;
  /** Columns that no field reads, with a title, which the review shows, and without one. */
  readonly unread: readonly number[];
  readonly untitled: readonly number[];
  readonly rows: readonly (readonly string[])[];
  /** The names are as the list has them, whatever they look like: the table is a download (`participants-csv.ts`). */
  readonly isOwn: boolean;
}

function tableOf(header: readonly string[], columns: Columns, rows: Table['rows']): Table {
  const isOwn = header[0] === 'Nombre' && header[1] === 'Correo';
  const all = [...header.keys()].filter(at => rows.some(row => (row[at] ?? '') !== ''));
  const contacts = (['email', 'phone', 'companions'] as const).flatMap(field => columns.get(field) ?? []);
  const names = isOwn
    ? [0]
    : [...(columns.get('name') ?? columns.get('person') ?? []), ...(columns.get('surname') ?? [])];
  const others = all.filter(at => !contacts.includes(at) && !names.includes(at));
  // Names stand under a title that is not known.
  const hasNames = (at: number) => rows.some(row => /\p{L}{2}/u.test(row[at] ?? ''));
  const read = names.length > 0 ? names : others.filter(hasNames).slice(0, 1);
  const isIndex = (at: number) =>
    !/\p{L}{3}/u.test(header[at] ?? '') && rows.every(row => /^#?\d{0,4}[.)°º]?$/.test(row[at] ?? ''));
  const unread = others.filter(at => !read.includes(at) && !(at === 0 && isIndex(at)));
  const isTitled = (at: number) => header[at] !== '';
  return {
    width: header.length,
    names: read,
    columns,
    unread: unread.filter(isTitled),
    untitled: unread.filter(at => !isTitled(at)),
    rows,
    isOwn,
  };
}

function personOfRow(row: readonly string[], { width, names, columns, untitled, isOwn }: Table): ReadPerson {
  // A comma within a name has moved the cells of a row that is longer than the header.
  if (row.slice(width).some(cell => cell !== '')) return personOfCells(row);
  const cells = (columns: readonly number[] = []) => columns.map(at => row[at] ?? '').filter(Boolean);
  const contact = contactOf(cells(columns.get('email')), cells(columns.get('phone')));
  const counts = cells(columns.get('companions')).map(countOf);
  const isCounted = counts.length > 0;
  const counted = Math.max(0, ...counts.map(({ companions }) => companions));
  const written = joined(cells(names));
  const person = isOwn ? { ...NO_ONE, name: written } : nameOf(written, contact, isCounted);
  const said = counted || contact.companions;
  return withLeftOut(
    {
      name: person.name,
      email: contact.email || person.email,
      phone: contact.phone || person.phone,
      companions: said || person.companions,
    },
    [
      ...contact.others,
      ...(contact.companions !== 0 && contact.companions !== said ? [String(contact.companions)] : []),
      ...counts.flatMap(({ others }) => others),
      ...(person.leftOut === undefined ? [] : [person.leftOut]),
      ...cells(untitled),
    ],
  );
}

/** The names of several columns, without one that another contains. */
const joined = (names: readonly string[]): string =>
  names
    .filter(
      (name, at) => !names.some((other, index) => other.includes(name) && (other !== name || index < at)),
    )
    .join(' ');

interface Contact extends Pick<ReadPerson, 'email' | 'phone' | 'companions'> {
  /** The cells that belong to no field. */
  readonly others: readonly string[];
}

/** The contact in its cells. A phone may stand in the column of e-mails, and what is neither stays where it is, to be corrected. */
function contactOf(emails: readonly string[], phones: readonly string[]): Contact {
  const [ofEmails, ofPhones] = [emails.map(readCell), phones.map(readCell)];
  const cells = [...ofPhones, ...ofEmails];
  const isNeither = (cell: (typeof cells)[number]) => cell.email === '' && cell.phone === '';
  const found = cells.map(({ phone }) => phone).filter(Boolean);
  const email =
    [...ofEmails, ...ofPhones].find(one => one.email !== '')?.email ?? ofEmails.find(isNeither)?.text;
  const phone = found.find(isMobile) ?? found[0] ?? ofPhones.find(isNeither)?.text;
  const companions = cells.find(one => one.companions > 0)?.companions ?? 0;
  const all = cells.flatMap(one =>
    isNeither(one) ? [one.text] : [one.email, one.phone, tidy(one.name), ...one.others],
  );
  return {
    email: email ?? '',
    phone: phone ?? '',
    companions,
    others: all.filter(text => text !== '' && text !== email && text !== phone),
  };
}

const readCell = (text: string) => ({ text, ...readContact(text) });

/** Reads a cell of names, in which companions and contacts may stand that have no cell of their own. */
function nameOf(written: string, contact: Contact, isCounted: boolean): ReadPerson {
  const { companions, rest } = (isCounted ? null : namedCompanions(written)) ?? {
    companions: 0,
    rest: written,
  };
  const { name, email, phone, others, ...beside } = readContact(rest);
  const isTaken = (email !== '' && contact.email !== '') || (phone !== '' && contact.phone !== '');
  if (isTaken || (email === '' && phone === '')) return { ...NO_ONE, name: tidy(rest), companions };
  const person = {
    name: tidy(name),
    email,
    phone,
    companions: companions || (isCounted ? 0 : beside.companions),
  };
  return withLeftOut(person, others);
}

/** Reads a row of a table without a header by what its cells look like. */
function personOfCells(row: readonly string[]): ReadPerson {
  const isIndex = (cell: string, at: number) => at === 0 && /^#?\d{1,3}[.)°º]?$/.test(cell);
  const filled = row.filter(cell => cell !== '');
  const cells = filled.filter((cell, at) => filled.length === 1 || !isIndex(cell, at));
  const first = cells.findIndex(cell => !isContact(cell));
  // Surnames may have a cell of their own, next to the first names.
  const after = cells.slice(first + 1).findIndex(cell => !isName(cell));
  const end = first < 0 ? 0 : after < 0 ? cells.length : first + 1 + after;
  const people = cells.slice(Math.max(0, first), end).map(personOfLine);
  const others = cells.filter((cell, at) => !isContact(cell) && (at < first || at >= end));
  const contact = contactOf([], cells.filter(isContact));
  const counted = others.find(cell => companionsOfCell(cell) > 0);
  const said = counted === undefined ? contact.companions : companionsOfCell(counted);
  const one = (field: 'email' | 'phone') => people.find(person => person[field] !== '')?.[field] ?? '';
  return withLeftOut(
    {
      name: people
        .map(({ name }) => name)
        .filter(Boolean)
        .join(' '),
      email: contact.email || one('email'),
      phone: contact.phone || one('phone'),
      companions: said || Math.max(0, ...people.map(({ companions }) => companions)),
    },
    [
      ...contact.others,
      ...people.flatMap(({ email, phone, leftOut = '' }) => [
        ...(contact.email !== '' || email !== one('email') ? [email] : []),
        ...(contact.phone !== '' || phone !== one('phone') ? [phone] : []),
        leftOut,
      ]),
      ...others.filter(cell => cell !== counted),
    ],
  );
}

const NAME_WORDS_MAX = 4;

/** Whether a cell may be a part of a name: some words of letters, which say no companions. */
const isName = (cell: string): boolean =>
  /^[\p{L}\p{M}.'’ -]+$/u.test(cell) &&
  cell.split(' ').length <= NAME_WORDS_MAX &&
  companionsOfCell(cell) === 0;

/** The companions of a cell that says nothing else, such as '2', '3 acompañantes' or 'con su hija'. */
export function companionsOfCell(cell: string): number {
  if (/^\s*\+?\s*\d\s*$/.test(cell)) return numberOf(cell);
  const { companions, rest } = companionsOf(cell);
  return tidy(rest) === '' ? companions : 0;
}

const NO_COMPANIONS =
  /^(?:no|ning[uú]n[oa]?|nadie|sol[oa]|sin|n\/?a|-|\+?0+(?:[.,]0+)?)(?: acompañantes?)?[.!]?$/iu;

/** The number in a column of companions, in digits or as a word, also before other words. */
function countOf(cell: string): { readonly companions: number; readonly others: readonly string[] } {
  const [first = ''] = cell.trim().split(/(?<=\d)(?=\p{L})|\s+(?!\d)/u);
  const companions = numberOf(first) || numberOfWord(first) || companionsOf(cell).companions;
  const isAll = companions > 0 ? first === cell || companionsOfCell(cell) > 0 : NO_COMPANIONS.test(cell);
  return { companions, others: isAll ? [] : [cell] };
}

const numberOf = (text: string): number => {
  const found = /^\+?\s*(\d{1,3})(?:[.,]0+)?$/.exec(text.trim());
  return found === null ? 0 : Number(found[1]);
};
