import * as z from 'zod/mini';
import { endpoint, INVALID_ID, idParam } from './endpoint.ts';
import { reportReasons } from './report-reasons.ts';
import { optionalText, requiredText } from './text.ts';

// Reports of activities, collectives and memories, and the appeal of an activity's organisers (docs/rules.md R19.1).

export const REPORT_TEXT_MAX = 500;
export const REPORTS_AN_HOUR = 10;
export const APPEAL_TEXT_MAX = 500;

/** The types of targets. A memory is identified by the id of its activity. */
export const reportTargetTypes = ['activity', 'collective', 'memory'] as const;
export type ReportTargetType = (typeof reportTargetTypes)[number];

export const TARGET_TYPE_MESSAGE = 'El tipo debe ser «activity», «collective» o «memory»';

export const newReport = z.object({
  target: z.object(
    { type: z.enum(reportTargetTypes, TARGET_TYPE_MESSAGE), id: z.uuid(INVALID_ID) },
    'Indica qué quieres reportar',
  ),
  reason: z.enum(reportReasons, 'Elige el motivo del reporte'),
  text: optionalText(REPORT_TEXT_MAX, () => `El texto debe tener como máximo ${REPORT_TEXT_MAX} caracteres`),
});
export type NewReport = z.infer<typeof newReport>;

export const newAppeal = z.object({
  text: requiredText(
    APPEAL_TEXT_MAX,
    'Cuéntanos por qué debería volver a publicarse',
    `El texto debe tener como máximo ${APPEAL_TEXT_MAX} caracteres`,
  ),
});
export type NewAppeal = z.infer<typeof newAppeal>;

const tag = 'Reportes';

export const createReport = endpoint({
  method: 'POST',
  path: '/reports',
  summary: `Reportar una actividad, un colectivo o una memoria que se puede ver; con cuenta o sin ella, ${REPORTS_AN_HOUR} por hora`,
  tag,
  access: 'public',
  body: newReport,
  status: 202,
  reply: z.object({ message: z.string() }),
  errors: ['VALIDATION', 'NOT_FOUND', 'CONFLICT', 'RATE_LIMITED'],
});

export const appealDecision = endpoint({
  method: 'POST',
  path: '/tasks/:id/appeal',
  summary: 'Pedir una vez que se revise de nuevo por qué se ocultó una actividad que se puede editar',
  tag,
  access: 'session',
  params: idParam,
  body: newAppeal,
  status: 201,
  reply: z.object({ text: z.string(), at: z.iso.datetime() }),
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
});
