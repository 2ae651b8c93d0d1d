import * as z from 'zod/mini';
import { linkToken, taskParam } from './attendance.ts';
import { endpoint, idParam, page } from './endpoint.ts';
import { helpedActivity } from './hours.ts';

// Certificates of hours, which are shown as they were printed (docs/rules.md R18.5).

/** The characters of a number, without 0, O, 1, I, L and U, which are easily misread. */
export const CERTIFICATE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';
export const CERTIFICATE_CHARACTERS = 12;

/** Normalises a typed or scanned number to the form 'ABCD-EFGH-JKMN'. Other text results in a number that no certificate has. */
export const certificateNumber = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/(.{4})(?=.)/g, '$1-');

/** One activity on a certificate. */
export const certifiedActivity = z.pick(helpedActivity, {
  title: true,
  date: true,
  endDate: true,
  place: true,
  collective: true,
  hours: true,
});
export type CertifiedActivity = z.infer<typeof certifiedActivity>;

const day = z.iso.date();

/** A certificate as it was printed. A revoked one has only its number and times. */
export const certificate = z.object({
  number: z.string(),
  issuedAt: z.iso.datetime(),
  revokedAt: z.nullable(z.iso.datetime()),
  /** Present if the certificate was withdrawn with the erasure of the person's data. */
  isWithdrawn: z.optional(z.literal(true)),
  /** Null if the certificate is revoked. */
  name: z.nullable(z.string()),
  /** The sum of the hours, or null if the certificate is revoked. */
  hours: z.nullable(z.number()),
  /** The period of a certificate of all activities in it. Null for a certificate of one activity, and for a revoked one. */
  period: z.nullable(z.object({ from: z.nullable(day), until: z.nullable(day) })),
  activities: z.array(certifiedActivity),
});
export type Certificate = z.infer<typeof certificate>;

const tag = 'Constancias';
const NUMBER_MAX = 40;
const WRONG_NUMBER = 'Ese número de constancia no está completo';
const wrongDay = (name: string) => `«${name}» debe ser una fecha como 2026-12-31`;

export const downloadCertificate = endpoint({
  method: 'GET',
  hasEffects: true,
  path: '/attendances/:id/certificate.pdf',
  summary:
    'La constancia de una asistencia con horas confirmadas, en PDF: la persona, con su sesión, su enlace personal o la cookie de quien confirmó, y quienes organizan. Si algo de lo impreso cambió, se anula la anterior',
  tag,
  access: 'public',
  params: idParam,
  query: z.object({ token: z.optional(linkToken) }),
  status: 200,
  fileType: 'application/pdf',
  errors: ['VALIDATION', 'FORBIDDEN', 'NOT_FOUND', 'NO_HOURS', 'RATE_LIMITED', 'UNAVAILABLE'],
});

export const downloadPeriodCertificate = endpoint({
  method: 'GET',
  hasEffects: true,
  path: '/attendances/mis-horas.pdf',
  summary:
    'La constancia de las horas propias de un período, en PDF; sin «desde» o sin «hasta», de todas. El nombre es el de las asistencias, no el de la cuenta; se anulan las anteriores que la contradicen',
  tag,
  access: 'session',
  query: z.object({
    desde: z.optional(z.iso.date(wrongDay('desde'))),
    hasta: z.optional(z.iso.date(wrongDay('hasta'))),
  }),
  status: 200,
  fileType: 'application/pdf',
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NO_HOURS', 'RATE_LIMITED', 'UNAVAILABLE'],
});

export const listCertificates = endpoint({
  method: 'GET',
  path: '/attendances/:taskId/certificates',
  summary: 'Las constancias vigentes de una actividad, para quienes la organizan',
  tag,
  access: 'session',
  params: taskParam,
  query: page,
  status: 200,
  reply: z.array(z.object({ attendanceId: z.uuid(), number: z.string(), issuedAt: z.iso.datetime() })),
  isList: true,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const revokeCertificate = endpoint({
  method: 'DELETE',
  path: '/attendances/:id/certificate',
  summary: 'Anular la constancia de una asistencia; sus horas quedan sin confirmar',
  tag,
  access: 'session',
  params: idParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'],
});

export const readCertificate = endpoint({
  method: 'GET',
  path: '/certificates/:number',
  summary: 'Lo que dice una constancia, o que fue anulada',
  tag,
  access: 'public',
  params: z.object({
    number: z.string(WRONG_NUMBER).check(z.minLength(1, WRONG_NUMBER), z.maxLength(NUMBER_MAX, WRONG_NUMBER)),
  }),
  status: 200,
  reply: certificate,
  errors: ['VALIDATION', 'NOT_FOUND', 'RATE_LIMITED'],
});
