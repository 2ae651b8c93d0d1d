import { participantsTable } from './participants-csv.ts';

/** The list as an .xlsx workbook. */
export function fileOf(...list: Parameters<typeof participantsTable>): Blob {
  const { fields, data } = participantsTable(...list);
  return workbook([fields, ...data]);
}

/** The rows as an .xlsx workbook with one sheet. Every cell is text, so that no value is a formula. */
export function workbook(rows: readonly (readonly string[])[]): Blob {
  const parts = { ...FRAME, 'xl/worksheets/sheet1.xml': sheetXml(rows) };
  return zip(Object.entries(parts).map(([name, xml]) => [name, new TextEncoder().encode(HEAD + xml)]));
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const relationships = (kind: string, target: string) =>
  `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`;

const FRAME = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/></Types>`,
  '_rels/.rels': relationships('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Participantes" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships('worksheet', 'worksheets/sheet1.xml'),
};

const COLUMN_WIDTH = 26;

function sheetXml(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(1, ...rows.map(({ length }) => length));
  const data = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row
        .map((text, column) =>
          text === ''
            ? ''
            : `<c r="${nameOfColumn(column)}${at + 1}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`,
        )
        .join('')}</row>`,
  );
  return `<worksheet xmlns="${MAIN}"><cols><col min="1" max="${columns}" width="${COLUMN_WIDTH}" customWidth="1"/></cols><sheetData>${data.join('')}</sheetData></worksheet>`;
}

const nameOfColumn = (column: number): string =>
  (column < 26 ? '' : String.fromCharCode(64 + Math.floor(column / 26))) +
  String.fromCharCode(65 + (column % 26));

/** Text in XML, without the control characters that XML cannot hold. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** A zip file whose parts are stored without compression: a list of people is small. */
function zip(parts: readonly (readonly [string, Uint8Array<ArrayBuffer>])[]): Blob {
  const files: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [name, content] of parts) {
    const path = new TextEncoder().encode(name);
    // Version, flags, method, time and date (1 January 1980), checksum, both sizes, length of the name.
    const facts = [
      [20, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [33, 2],
      [crc32(content), 4],
      [content.length, 4],
      [content.length, 4],
      [path.length, 2],
    ] as const;
    files.push(bytesOf([[0x04034b50, 4], ...facts, [0, 2]]), path, content);
    directory.push(
      bytesOf([[0x02014b50, 4], [20, 2], ...facts, [0, 2], [0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]]),
      path,
    );
    offset += 30 + path.length + content.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = bytesOf([
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [parts.length, 2],
    [parts.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  ]);
  return new Blob([...files, ...directory, end], { type: `${TYPES}.sheet` });
}

/** Numbers in little-endian order, each with its number of bytes. */
function bytesOf(numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(numbers.reduce((sum, [, bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [value, bytes] of numbers) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

/** The checksum of zip files (ISO 3309). */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
