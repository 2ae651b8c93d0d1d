import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { StartProblem } from '../platform/database/start-problem.ts';
import { type ArchiveEntry, contentOf, DamagedArchiveError, entriesOf } from './archive.ts';
import { createImagesDigest } from './images.ts';
import { MANIFEST_FILE, MANIFEST_SUM_FILE, type Manifest, parseManifest, type RowsFile } from './manifest.ts';

const IMAGES = 'images/';
/** Only names of this form become paths in the store. */
const IMAGE_FILE = /^images\/([0-9a-f-]{36})\/(\w+\.\w+)$/;

interface StoredPicture {
  readonly id: string;
  readonly files: { name: string; bytes: Buffer }[];
}

/** A backup of which every byte has been checked. */
export interface OpenBackup {
  readonly manifest: Manifest;
  /** Yields the compressed output of COPY. */
  readRows(file: RowsFile): AsyncIterable<Buffer>;
  pictures(): AsyncIterable<StoredPicture>;
  close(): Promise<void>;
}

/** Opens and checks a backup. Throws a StartProblem if it is unreadable, damaged, truncated or of another format. */
export async function openBackup(path: string): Promise<OpenBackup> {
  const file = await open(path).catch(error => {
    throw new StartProblem(`No se puede leer la copia ${path} (${error.code}).`);
  });
  try {
    return await checkBackup(file);
  } catch (error) {
    await file.close();
    if (!(error instanceof DamagedArchiveError)) throw error;
    throw new StartProblem(
      `La copia ${path} está dañada o incompleta: ${error.message}. No se restauró nada.`,
    );
  }
}

interface CheckedEntry {
  readonly entry: ArchiveEntry;
  readonly sha256: string;
}

/** Reads every byte. Throws a DamagedArchiveError if the file is not the backup that its manifest describes. */
export async function checkBackup(file: FileHandle): Promise<OpenBackup> {
  const checkedEntries = new Map<string, CheckedEntry>();
  const digest = createImagesDigest();
  for await (const entry of entriesOf(file)) {
    const sha256 = await sha256Of(file, entry);
    if (!entry.name.startsWith(IMAGES)) checkedEntries.set(entry.name, { entry, sha256 });
    else if (IMAGE_FILE.test(entry.name)) digest.add({ name: entry.name, bytes: entry.size, sha256 });
    else throw new DamagedArchiveError(`${entry.name} no es una imagen`);
  }
  const manifest = await readManifest(file, checkedEntries);
  const parts = [...manifest.tables, ...(manifest.jobs === null ? [] : [manifest.jobs])];
  for (const part of parts) {
    const { entry, sha256 } = checkedEntries.get(part.file) ?? {};
    if (entry?.size !== part.bytes || sha256 !== part.sha256)
      throw new DamagedArchiveError(`${part.file} no es el que se guardó`);
  }
  const { images } = manifest;
  const found = digest.result();
  if (found.files !== images.files || found.sha256 !== images.sha256) {
    throw new DamagedArchiveError('las imágenes no son las que se guardaron');
  }
  return {
    manifest,
    readRows: part => contentOf(file, entryOf(checkedEntries, part.file).entry),
    pictures: () => readPictures(file),
    close: () => file.close(),
  };
}

async function sha256Of(file: FileHandle, entry: ArchiveEntry): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of contentOf(file, entry)) hash.update(chunk);
  return hash.digest('hex');
}

async function readManifest(file: FileHandle, checkedEntries: Map<string, CheckedEntry>): Promise<Manifest> {
  const { entry, sha256 } = entryOf(checkedEntries, MANIFEST_FILE);
  const expectedSum = (
    await buffer(contentOf(file, entryOf(checkedEntries, MANIFEST_SUM_FILE).entry))
  ).toString();
  if (expectedSum !== `${sha256}  ${MANIFEST_FILE}\n`)
    throw new DamagedArchiveError(`${MANIFEST_FILE} no es el que se guardó`);
  const manifest = parseManifest((await buffer(contentOf(file, entry))).toString());
  if (manifest !== null) return manifest;
  throw new StartProblem(
    'La copia tiene un formato que esta versión de Minga no conoce: actualiza el programa.',
  );
}

function entryOf(checkedEntries: Map<string, CheckedEntry>, name: string): CheckedEntry {
  const found = checkedEntries.get(name);
  if (found === undefined) throw new DamagedArchiveError(`falta ${name}`);
  return found;
}

/** Groups the files by image; the archive stores those of one image consecutively. */
async function* readPictures(file: FileHandle): AsyncGenerator<StoredPicture> {
  let picture: StoredPicture | null = null;
  for await (const entry of entriesOf(file)) {
    if (!entry.name.startsWith(IMAGES)) continue;
    const [, id = '', name = ''] = IMAGE_FILE.exec(entry.name) ?? [];
    if (picture !== null && picture.id !== id) {
      yield picture;
      picture = null;
    }
    picture ??= { id, files: [] };
    picture.files.push({ name, bytes: await buffer(contentOf(file, entry)) });
  }
  if (picture !== null) yield picture;
}
