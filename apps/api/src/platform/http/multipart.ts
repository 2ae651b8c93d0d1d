import { IMAGE_BYTES_MAX, IMAGE_SIZE_MESSAGE } from '@minga/contract/images';
import type { FastifyRequest } from 'fastify';
import { AppError, invalid, tooLarge } from '../errors.ts';

const FIELDS = 40;
const FIELD_BYTES = 100_000;
const TOO_MANY: Readonly<Record<string, string>> = {
  FST_FILES_LIMIT: 'Envía un solo archivo',
  FST_FIELDS_LIMIT: `Envía como máximo ${FIELDS} campos`,
};

/** Reads a multipart body: text fields become the body, the one file in `fileField` becomes `request.upload`. */
export async function readMultipart(request: FastifyRequest, fileField: string): Promise<void> {
  try {
    request.body = await readParts(request, fileField);
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error;
    const tooMany = 'code' in error && TOO_MANY[String(error.code)];
    if (tooMany) throw invalid([tooMany]);
    // The parser's own errors (missing boundary, truncated body) have no status.
    if ('statusCode' in error) throw error;
    throw invalid(['El formulario llegó incompleto. Intenta de nuevo.']);
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<Record<string, string>> {
  const body: Record<string, string> = {};
  const limits = { fileSize: IMAGE_BYTES_MAX + 1, files: 1, fields: FIELDS, fieldSize: FIELD_BYTES };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw tooLarge('El texto es demasiado largo');
      body[part.fieldname] = String(part.value);
      continue;
    }
    const bytes = await part.toBuffer();
    if (part.file.truncated || bytes.length > IMAGE_BYTES_MAX) throw tooLarge(IMAGE_SIZE_MESSAGE);
    if (part.fieldname !== fileField) throw invalid([`El archivo debe venir en el campo «${fileField}»`]);
    // A form with an empty file input sends the part anyway.
    if (bytes.length > 0) request.upload = bytes;
  }
  return body;
}
