import * as z from 'zod/mini';
import { taskParam } from './attendance.ts';
import { ATTENDEE_NAME_MAX, anyAttendee } from './confirmation.ts';
import { endpoint } from './endpoint.ts';
import { personName } from './person-name.ts';
import { companions } from './places.ts';

// This file is separate from the other calls of attendance, so that only the dialog that imports a list loads it.

export const IMPORT_ROWS_MAX = 500;
const IMPORT_BYTES = 1_048_576;
const ROWS = `Envía entre 1 y ${IMPORT_ROWS_MAX} personas`;

/** A person of an imported list. Only the name is needed; null or empty text counts as absent (docs/rules.md R21.1). */
export const importedRow = z.extend(anyAttendee, {
  name: personName(
    ATTENDEE_NAME_MAX,
    'Falta el nombre',
    `El nombre debe tener como máximo ${ATTENDEE_NAME_MAX} caracteres`,
  ),
  companions: z.optional(z.nullable(companions)),
});
export type ImportedRow = z.infer<typeof importedRow>;

export const importResults = ['added', 'already', 'full', 'invalid'] as const;
export type ImportResult = (typeof importResults)[number];

export const importOutcome = z.object({
  /** The position in `rows`, from 0. */
  index: z.int(),
  result: z.enum(importResults),
  /** Whether the person is mailed, or would be. */
  mailed: z.boolean(),
  /** Why the person was not added. */
  message: z.optional(z.string()),
  attendanceId: z.optional(z.uuid()),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

const tag = 'Asistencia';

export const importParticipants = endpoint({
  method: 'POST',
  path: '/attendances/:taskId/import',
  summary: `Agregar una lista de hasta ${IMPORT_ROWS_MAX} personas a una actividad propia; repetirla no agrega a nadie dos veces; con «dryRun» solo responde lo que pasaría`,
  tag,
  access: 'session',
  params: taskParam,
  body: z.object({
    /** Each row is validated by itself with `importedRow`, so that one bad row rejects no other. */
    rows: z.array(z.unknown(), ROWS).check(z.minLength(1, ROWS), z.maxLength(IMPORT_ROWS_MAX, ROWS)),
    dryRun: z.optional(z.boolean('Indica si es solo un ensayo')),
    /** Whether to mail the people with an address, within the sender's daily allowance. True by default. */
    notify: z.optional(z.boolean('Indica si se avisa por correo')),
    /** Whether to add people beyond the capacity. */
    force: z.optional(z.boolean('Indica si se agrega aunque no haya cupo')),
  }),
  bodyMax: IMPORT_BYTES,
  rowsField: 'rows',
  status: 200,
  reply: z.object({
    results: z.array(importOutcome),
    added: z.int(),
    already: z.int(),
    full: z.int(),
    invalid: z.int(),
    mailed: z.int(),
  }),
  errors: ['UNAUTHENTICATED', 'VALIDATION', 'FORBIDDEN', 'NOT_FOUND'],
});
export type ImportReply = z.infer<typeof importParticipants.reply>;
