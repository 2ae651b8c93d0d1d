/** A file that cannot be read, with a sentence for the organiser. */
export class UnreadableFile extends Error {}

/** Files and their unpacked parts beyond these sizes hold no list of people, but may be made to exhaust a phone. */
const FILE_BYTES_MAX = 5_000_000;
const SLICE_BYTES = 16_384;
const PART_BYTES_MAX = 30_000_000;
const CELLS_MAX = 200_000;
const TOO_LARGE =
  'Este archivo es demasiado grande para ser una lista: copia solo las filas de las personas y pégalas.';
const BROKEN =
  'No pudimos leer este archivo de Excel. Ábrelo, copia las filas y pégalas aquí, o guárdalo como .csv.';

export function checkSize(bytes: number): void {
  if (bytes > FILE_BYTES_MAX) throw new UnreadableFile(TOO_LARGE);
}

interface Part {
  readonly method: number;
  readonly packed: Uint8Array<ArrayBuffer>;
}

/**
 * Reads the first sheet of an .xlsx workbook as rows of text. Formulas are not evaluated: a cell shows the value that Excel has stored. Parts
 * are unpacked as streams, which are cancelled beyond a size, whatever the file claims (zip bombs).
 */
export async function readWorkbook(file: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  checkSize(file.byteLength);
  try {
    const parts = partsOf(file);
    const sheet = await xmlOf(
      parts,
      sheetPath(await xmlOf(parts, 'xl/workbook.xml'), await relations(parts)),
    );
    const shared = parts.has('xl/sharedStrings.xml') ? await xmlOf(parts, 'xl/sharedStrings.xml') : null;
    const texts = shared === null ? [] : [...shared.getElementsByTagNameNS('*', 'si')].map(textOf);
    return rowsOf(sheet, texts);
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(BROKEN, { cause: error });
  }
}

// The zip container

const END = 0x06054b50;
const ENTRY = 0x02014b50;

/** The packed parts of a zip file by their names, as its central directory lists them. */
function partsOf(file: Uint8Array<ArrayBuffer>): ReadonlyMap<string, Part> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  let end = file.byteLength - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0) throw new Error('The file is no zip file');
  const parts = new Map<string, Part>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== ENTRY) throw new Error('The zip file has a broken directory');
    const [nameLength, extraLength, noteLength] = [28, 30, 32].map(offset =>
      view.getUint16(at + offset, true),
    );
    const name = new TextDecoder().decode(file.subarray(at + 46, at + 46 + (nameLength ?? 0)));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    parts.set(name.replaceAll('\\', '/').replace(/^\//, ''), {
      method: view.getUint16(at + 10, true),
      packed: file.subarray(start, start + view.getUint32(at + 20, true)),
    });
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (noteLength ?? 0);
  }
  return parts;
}

async function unpack({ method, packed }: Part): Promise<Uint8Array> {
  if (method === 0) return packed;
  if (method !== 8) throw new Error(`The zip method ${method} is not supported`);
  const { readable, writable } = new DecompressionStream('deflate-raw');
  const reader = readable.getReader();
  feed(writable.getWriter(), packed).catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > PART_BYTES_MAX) {
      await reader.cancel();
      throw new UnreadableFile(TOO_LARGE);
    }
    chunks.push(chunk.value);
  }
  const whole = new Uint8Array(bytes);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Writes slices, since browsers unpack each written chunk as a whole. A broken or cancelled stream fails where it is read. */
async function feed(
  writer: WritableStreamDefaultWriter<BufferSource>,
  packed: Uint8Array<ArrayBuffer>,
): Promise<void> {
  for (let at = 0; at < packed.length; at += SLICE_BYTES) {
    await writer.ready;
    await writer.write(packed.subarray(at, at + SLICE_BYTES));
  }
  await writer.close();
}

async function xmlOf(parts: ReadonlyMap<string, Part>, name: string): Promise<Document> {
  const part = parts.get(name);
  if (part === undefined) throw new Error(`The workbook has no ${name}`);
  const xml = new TextDecoder().decode(await unpack(part));
  // Workbooks declare no entities, with which a document could grow without bounds.
  if (xml.includes('<!DOCTYPE') || xml.includes('<!ENTITY'))
    throw new Error('The workbook declares entities');
  return new DOMParser().parseFromString(xml, 'application/xml');
}

// The workbook

async function relations(parts: ReadonlyMap<string, Part>): Promise<ReadonlyMap<string, string>> {
  const xml = await xmlOf(parts, 'xl/_rels/workbook.xml.rels');
  return new Map(
    [...xml.getElementsByTagNameNS('*', 'Relationship')].map(one => [
      one.getAttribute('Id') ?? '',
      one.getAttribute('Target') ?? '',
    ]),
  );
}

/** The path of the first sheet that is not hidden. */
function sheetPath(workbook: Document, targets: ReadonlyMap<string, string>): string {
  const sheets = [...workbook.getElementsByTagNameNS('*', 'sheet')];
  const sheet = sheets.find(one => (one.getAttribute('state') ?? 'visible') === 'visible') ?? sheets[0];
  const id = [...(sheet?.attributes ?? [])].find(
    ({ localName, prefix }) => localName === 'id' && prefix !== null,
  );
  const target = targets.get(id?.value ?? '') ?? 'worksheets/sheet1.xml';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The text of a cell or a shared text, without the phonetic readings of East Asian text. */
const textOf = (element: Element): string =>
  [...element.getElementsByTagNameNS('*', 't')]
    .filter(({ parentElement }) => parentElement?.localName !== 'rPh')
    .map(({ textContent }) => textContent)
    .join('');

function rowsOf(sheet: Document, texts: readonly string[]): string[][] {
  let cells = 0;
  return [...sheet.getElementsByTagNameNS('*', 'row')].map(row => {
    const values: string[] = [];
    for (const cell of row.getElementsByTagNameNS('*', 'c')) {
      cells += 1;
      if (cells > CELLS_MAX) throw new UnreadableFile(TOO_LARGE);
      const column = columnOf(cell.getAttribute('r')) ?? values.length;
      while (values.length < column) values.push('');
      values[column] = cellText(cell, texts);
    }
    return values;
  });
}

const COLUMNS_MAX = 200;

/** The number of the column in a reference such as 'AB12', from 0. */
function columnOf(reference: string | null): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return Math.min(column, COLUMNS_MAX);
}

function cellText(cell: Element, texts: readonly string[]): string {
  const type = cell.getAttribute('t');
  if (type === 'inlineStr') return textOf(cell);
  const value = cell.getElementsByTagNameNS('*', 'v')[0]?.textContent ?? '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'e') return '';
  // Excel stores a phone typed as a number as 3.001234567E9.
  return type === null || type === 'n' ? plainNumber(value) : value;
}

const plainNumber = (value: string): string =>
  /e/i.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value;
