import type { Endpoint } from '@minga/contract/endpoint';
import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE } from '@minga/contract/images';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid, tooLarge } from '../errors.ts';

const FIELDS = 40;
const FIELD_BYTES = 100_000;

/** The endpoint's field for files, and how many it may have. */
type Form = Required<Pick<Endpoint, 'fileField'>> & Pick<Endpoint, 'filesMax'>;

type Fields = Record<string, string | string[]>;

const tooManySentence = (code: string, { filesMax = 1 }: Form): string | undefined =>
  ({
    FST_FILES_LIMIT: filesMax === 1 ? 'Envía un solo archivo' : `Envía como máximo ${filesMax} imágenes`,
    FST_FIELDS_LIMIT: `Envía como máximo ${FIELDS} campos`,
  })[code];

/**
 * Reads a multipart body: text fields become the body, the files in `fileField` become `request.uploads`. `beforeFile` is called before
 * each file but the first is read.
 */
export async function readMultipart(
  request: FastifyRequest,
  form: Form,
  beforeFile: () => void = () => undefined,
): Promise<void> {
  try {
    const { fields, files } = await readParts(request, form, beforeFile);
    request.body = fields;
    request.uploads = files;
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error;
    const tooMany = 'code' in error && tooManySentence(String(error.code), form);
    if (tooMany) throw invalid([tooMany]);
    // The parser's own errors (missing boundary, truncated body) have no status.
    if ('statusCode' in error) throw error;
    throw invalid(['El formulario llegó incompleto. Intenta de nuevo.']);
  }
}

async function readParts(
  request: FastifyRequest,
  { fileField, filesMax = 1 }: Form,
  beforeFile: () => void,
): Promise<{ fields: Fields; files: Buffer[] }> {
  const fields: Fields = {};
  const files: Buffer[] = [];
  const limits = { fileSize: IMAGE_BYTES_MAX + 1, files: filesMax, fields: FIELDS, fieldSize: FIELD_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge('El texto es demasiado largo');
      const value = String(part.value);
      const former = fields[part.fieldname];
      // Only forms with several files have fields with several values.
      fields[part.fieldname] = filesMax === 1 || former === undefined ? value : [former, value].flat();
      continue;
    }
    if (files.length > 0) beforeFile();
    const bytes = await part.toBuffer();
    if (part.file.truncated || bytes.length > IMAGE_BYTES_MAX) throw tooLarge(IMAGE_SIZE_MESSAGE);
    if (part.fieldname !== fileField) throw invalid([`El archivo debe venir en el campo «${fileField}»`]);
    // A form with an empty file input sends the part anyway.
    if (bytes.length > 0) files.push(bytes);
  }
  return { fields, files };
}
