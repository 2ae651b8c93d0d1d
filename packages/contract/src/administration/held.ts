import * as z from 'zod/mini';
import { endpoint, INVALID_ID, page } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';
import { holdKinds } from '../holds.ts';
import { reportTargetTypes, TARGET_TYPE_MESSAGE } from '../reports.ts';
import { isBlank, multilineText } from '../text.ts';
import { MISSING_REASON_MESSAGE, REJECTION_REASON_MAX } from './activities.ts';

/**
 * The reasons for a hold: those in `holdKinds`, a collective's name that imitates a verified one or mixes alphabets (`name`), or
 * MODERATION=prior, with which every publication is held (`prior`).
 */
const heldKinds = [...holdKinds, 'name', 'prior'] as const;

/** A publication that becomes public when it is approved. A series has one item for each pending date. */
export const heldItem = z.object({
  target: z.object({
    type: z.enum(reportTargetTypes),
    id: z.uuid(),
    /** The title or name. */
    title: z.string(),
    /** The description, or the memory's text. */
    text: z.string(),
    /** The start of the activity; null for a collective. */
    date: z.nullable(z.iso.datetime()),
    /** The place of the activity; empty for a collective, or if it has none. */
    place: z.string(),
  }),
  /** The reason of the hold. `term` is the entry of the list for `word` and `domain`, otherwise empty. */
  reason: z.object({ kind: z.enum(heldKinds), term: z.string() }),
  /** The author of the activity, or the longest-standing owner of the collective. Null if the account was deleted. */
  author: z.nullable(z.object({ _id: z.uuid(), username: z.string() })),
  heldAt: z.iso.datetime(),
});
export type HeldItem = z.infer<typeof heldItem>;

export const heldDecision = z
  .object({
    decision: z.enum(['approve', 'reject'], 'Elige qué hacer: «approve» o «reject»'),
    /** The reason of a rejection, which is required; the author is notified of it. */
    reason: z.optional(
      multilineText(
        REJECTION_REASON_MAX,
        () => `El motivo debe tener como máximo ${REJECTION_REASON_MAX} caracteres`,
      ),
    ),
  })
  .check(
    z.refine(({ decision, reason }) => decision !== 'reject' || !isBlank(reason ?? ''), {
      error: MISSING_REASON_MESSAGE,
      path: ['reason'],
    }),
  );
export type HeldDecision = z.infer<typeof heldDecision>;

/** A collective's owners are notified at once, so that the decision about it cannot be undone. */
const undoableTypes = reportTargetTypes.filter(type => type !== 'collective');

const common = { tag: 'Administración', access: 'administration' } as const;

export const listHeld = endpoint({
  ...common,
  method: 'GET',
  path: '/admin-panel/held',
  summary: 'Lo que espera una revisión para ser público, lo que más lleva esperando primero',
  query: page,
  status: 200,
  reply: z.array(heldItem),
  isList: true,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const decideHeld = endpoint({
  ...common,
  method: 'POST',
  path: '/admin-panel/held/:type/:id',
  summary:
    'Aprobar o rechazar lo que espera una revisión; el motivo de un rechazo se le dice a quien lo publicó',
  params: z.object({ type: z.enum(reportTargetTypes, TARGET_TYPE_MESSAGE), id: z.uuid(INVALID_ID) }),
  body: heldDecision,
  status: 200,
  reply: heldItem,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'DECIDED'],
});

export const undoHeld = endpoint({
  ...common,
  method: 'PATCH',
  path: '/admin-panel/held/:type/:id/undo',
  summary:
    'Deshacer la decisión propia sobre una actividad o una memoria antes de que se le avise a quien la publicó: vuelve a esperar la revisión',
  params: z.object({ type: z.enum(undoableTypes, TARGET_TYPE_MESSAGE), id: z.uuid(INVALID_ID) }),
  status: 200,
  reply: heldItem,
  errors: ['VALIDATION', ...ROLE_ERRORS, 'NOT_FOUND', 'CONFLICT'],
});
