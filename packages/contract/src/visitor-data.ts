import * as z from 'zod/mini';
import { linkToken } from './attendance.ts';
import { endpoint } from './endpoint.ts';

// The data of a visitor, for the person with a personal link (docs/rules.md R19.6). Apart from the link itself, so that only the
// folded section of its page loads them.

const record = z.record(z.string(), z.unknown());

/** All personal data that Minga stores about the person of a personal link. */
const visitorData = z.object({
  exportedAt: z.iso.datetime(),
  /** The attendances of the link, and those of the e-mail that it was sent to. */
  attendances: z.array(record),
  /** Deleted ones of which hours or certificates stay. */
  deletedAttendances: z.optional(z.array(record)),
  /** Of hours, also revoked ones. */
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
  summary:
    'Descargar lo que Minga guarda de la persona de un enlace personal, como archivo JSON: las asistencias del enlace y, si se envió por correo, las de ese correo',
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
