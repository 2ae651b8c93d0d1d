import { readPeople } from './read-people.ts';
import type { ReadList } from './read-person.ts';
import { readTable } from './read-table.ts';
import { checkSize, readWorkbook, UnreadableFile } from './read-workbook.ts';

const OTHER_KIND =
  'Solo leemos archivos de Excel (.xlsx) y .csv. Abre el tuyo, copia las filas y pégalas aquí.';

/** Reads the people of an .xlsx or .csv file. Throws UnreadableFile with a sentence for anything else. */
export async function readFile(file: Blob): Promise<ReadList> {
  checkSize(file.size);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const starts = (...signature: number[]) => signature.every((byte, at) => bytes[at] === byte);
  if (starts(0x50, 0x4b)) return readTable(await readWorkbook(bytes));
  // The containers of old Excel files and of encrypted ones, PDFs and pictures.
  if (
    starts(0xd0, 0xcf) ||
    starts(0x25, 0x50, 0x44, 0x46) ||
    (bytes.subarray(0, 1000).includes(0) && !isUtf16(bytes))
  )
    throw new UnreadableFile(OTHER_KIND);
  return readPeople(decode(bytes));
}

const isUtf16 = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);

/** Decodes UTF-8, UTF-16 with a byte order mark, and what Excel for Windows saves as CSV, Windows-1252. */
function decode(bytes: Uint8Array): string {
  if (isUtf16(bytes)) return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
