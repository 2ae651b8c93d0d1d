import * as z from 'zod/mini';
import { linkToken } from './attendance.ts';
import { endpoint } from './endpoint.ts';
import { SITE_NAME } from './site-words.ts';

// The data of a visitor, for the holder of a personal link (docs/rules.md R19.6). This file is separate from the calls of the link, so that
// only the folded section of its page loads it.

const record = z.record(z.string(), z.unknown());

/** All personal data that Minga stores about the person of a personal link. */
const visitorData = z.object({
  exportedAt: z.iso.datetime(),
  /** The attendances of the link, and those with the e-mail to which it was sent. */
  attendances: z.array(record),
  /** The deleted attendances of which hours or certificates remain. */
  deletedAttendances: z.optional(z.array(record)),
  /** The activities to whose lists organisers added the address: when it was mailed, and when it refused. */
  listAdditions: z.optional(z.array(record)),
  /** The certificates of hours, including revoked ones. */
  certificates: z.array(record),
});
export type VisitorData = z.infer<typeof visitorData>;

const ofLink = {
  method: 'POST',
  tag: 'Asistencia',
  access: 'public',
  body: z.object({ token: linkToken }),
} as const;

export const downloadVisitorData = endpoint({
  ...ofLink,
  path: '/attendances/personal/download',
  summary: `Descargar lo que ${SITE_NAME} guarda de la persona de un enlace personal, como archivo JSON: las asistencias del enlace y, si se envió por correo, las de ese correo`,
  status: 200,
  reply: visitorData,
  isLong: true,
  errors: ['VALIDATION', 'INVALID_TOKEN', 'CONFLICT', 'RATE_LIMITED'],
});

export const eraseVisitorData = endpoint({
  ...ofLink,
  path: '/attendances/personal/erase',
  summary:
    'Borrar los mismos datos que se descargan con un enlace personal: lo que falta por empezar se cancela, lo demás queda sin nombre ni contacto y sus constancias se retiran',
  status: 204,
  errors: ['VALIDATION', 'INVALID_TOKEN', 'CONFLICT', 'RATE_LIMITED'],
});
