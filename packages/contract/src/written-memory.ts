import * as z from 'zod/mini';
import { wholeActivity } from './activities.ts';
import { endpoint, INVALID_ID, idParam } from './endpoint.ts';
import { MEMORY_IMAGES_MAX, MEMORY_TEXT_MAX } from './memory.ts';
import { optionalText } from './text.ts';

export const TOO_MANY_IMAGES = `La memoria puede tener como máximo ${MEMORY_IMAGES_MAX} fotos`;

/** Parses ids from a list, its JSON text or comma-separated text, the formats that forms send. Each id of a list counts once. */
function idsOf(value: unknown): unknown {
  if (Array.isArray(value)) return [...new Set(value.flatMap(one => idsOf(one) as unknown))];
  if (typeof value !== 'string') return value;
  const text = value.trim();
  if (!text.startsWith('[')) return text === '' ? [] : text.split(',').map(id => id.trim());
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return value;
  }
}

export const writtenMemory = z.object({
  text: optionalText(
    MEMORY_TEXT_MAX,
    () => `La memoria debe tener como máximo ${MEMORY_TEXT_MAX.toLocaleString('es-CO')} caracteres`,
  ),
  /** The ids of the retained pictures in their new order; the others are removed. */
  keep: z._default(
    z.pipe(
      z.transform(idsOf),
      z
        .array(z.uuid(INVALID_ID), 'Las fotos que se quedan deben ser una lista')
        .check(z.maxLength(MEMORY_IMAGES_MAX, TOO_MANY_IMAGES)),
    ),
    [],
  ),
});
export type WrittenMemory = z.output<typeof writtenMemory>;

export const writeMemory = endpoint({
  method: 'PUT',
  path: '/tasks/:id/memory',
  summary: `Contar qué se hizo, con texto y hasta ${MEMORY_IMAGES_MAX} fotos, desde que comienza la actividad: reemplaza la memoria. Las fotos de «keep» se quedan, en ese orden; después van las nuevas («images»). Sin texto ni fotos se elimina`,
  tag: 'Actividades',
  access: 'session',
  params: idParam,
  body: writtenMemory,
  fileField: 'images',
  filesMax: MEMORY_IMAGES_MAX,
  status: 200,
  reply: wholeActivity,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'NOT_NOW',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});
