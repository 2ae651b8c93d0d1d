import Papa from 'papaparse';
import { readContact } from './read-contact.ts';
import {
  companionsOf,
  listOf,
  MARK,
  NO_ONE,
  personOfLine,
  type ReadList,
  type ReadPerson,
  withLeftOut,
} from './read-person.ts';
import { companionsOfCell, HEADER_ROWS_MAX, headerSize, isContact, readTable } from './read-table.ts';

/** Reads a list as people write it: a column, a numbered or WhatsApp list, or a table with tabs, semicolons or commas. Never fails. */
export function readPeople(text: string): ReadList {
  const own = text.replace(/^\ufeff/, '');
  if (/^Nombre,Correo[,\r\n]/.test(own)) return readTable(cellsOf(own, ','));
  const clean = text
    .replace(/[\ufeff\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    // Also runs of spaces, in which patterns would search for long.
    .replace(/[^\S\n\t]+/g, ' ');
  const delimiter = delimiterOf(clean);
  if (delimiter !== null) return readTable(cellsOf(clean, delimiter));
  const lines = clean.split('\n').filter(line => line.trim() !== '');
  const [only = '', ...others] = lines;
  return readLines(others.length === 0 ? namesOfOneLine(only) : lines);
}

/** The cells of a table. A quotation mark of a name, such as '"Nena" Díaz', must not join the rows after it. */
function cellsOf(text: string, delimiter: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  return errors.some(({ type }) => type === 'Quotes')
    ? text.split(/\r?\n/).map(line => line.split(delimiter))
    : data;
}

/** The delimiter of a table, or null if the text has none. */
function delimiterOf(text: string): string | null {
  const lines = text.split('\n').filter(line => line.trim() !== '');
  const isTable = (delimiter: string) =>
    lines.filter(line => line.includes(delimiter)).length * 2 > lines.length;
  const first = lines.slice(0, HEADER_ROWS_MAX);
  const headers = DELIMITERS.map(delimiter => {
    const sizes = first
      .filter(line => line.includes(delimiter))
      .map(line => headerSize(line.split(delimiter)));
    return { delimiter, size: Math.max(0, ...sizes) };
  });
  const header = headers.reduce((widest, one) => (one.size > widest.size ? one : widest));
  if (header.size >= 2 || (header.size > 0 && isTable(header.delimiter))) return header.delimiter;
  if (isTable('\t')) return '\t';
  if (isTable(';') && lines.length > 1) return ';';
  // A comma also stands within names and sentences.
  const hasContact = (line: string) =>
    line
      .split(',')
      .slice(1)
      .some(cell => isContact(cell));
  const withContact = lines.filter(hasContact).length * 2 >= lines.length;
  return isTable(',') && withContact ? ',' : null;
}

const DELIMITERS = ['\t', ';', ',', '|'];

/** The names of a list in one line, such as 'Ana, Luis y Marta'. */
function namesOfOneLine(line: string): string[] {
  if (/[@\d:]/.test(line) || !line.includes(',')) return [line];
  const names = line
    .replace(/\.\s*$/, '')
    .split(/,|\s+[ye]\s+(?=\p{Lu})/u)
    .filter(name => name.trim() !== '');
  return names.some(name => companionsOfCell(name) > 0) ? [line] : names;
}

// Lines

const CHAT =
  /^\[?\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?,?\s+\d{1,2}:\d{2}(?::\d{2})?\s*(?:[ap]\.?\s*m\.?)?\]?\s*(?:[-–—]\s*)?(.*)$/iu;
const GOING =
  /\b(voy|vamos|iremos|ir[eé]|ap[uú]nt[aeo]|an[oó]t[ae]|cuent[ae]n? conmigo|confirm[oa]|confirmad[oa]|asisto|presente|llego|somos|yo)\b|\+\s*\d|^s[ií]\b|👍|🙋|✋|✅/iu;
const NOT_GOING = /\bno\s+(puedo|podr[eé]|podemos|voy|vamos|ir[eé]|alcanzo|asisto)\b/iu;
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
      const isTitle =
        (at === 0 && headerSize([line]) > 0) ||
        isTitleLine(line) ||
        (isList && at < first && !hasContact(line));
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
  const others = phone !== '' && own.phone !== '' ? [own.phone, ...own.others] : own.others;
  return withLeftOut({ name, email: own.email, phone: phone || own.phone, companions }, others);
}
