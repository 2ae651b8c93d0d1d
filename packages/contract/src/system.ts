import * as z from 'zod/mini';
import { endpoint, idParam } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';

/** So many letters and dead letters are shown; the counts tell of all. */
export const SHOWN_MAX = 20;
/** So many dead letters are tried again by one call. */
export const RETRY_BATCH_MAX = 500;

/** `waiting`: for its first attempt, or for the next; `given-up`: a dead letter tells why. */
const unsentEmail = z.object({
  _id: z.uuid(),
  /** Enough of the address to tell two apart, too little to write to it. */
  recipient: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'given-up']),
  /** Why the last attempt failed: the mail server's codes, such as `EAUTH 535`. Null before the first. */
  failure: z.nullable(z.string()),
});
export type UnsentEmail = z.infer<typeof unsentEmail>;

const deadLetter = z.object({
  _id: z.uuid(),
  queue: z.string(),
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  /** Without addresses; null where nothing was said. */
  reason: z.nullable(z.string()),
});
export type DeadLetter = z.infer<typeof deadLetter>;

const queueLength = z.object({
  name: z.string(),
  /** For their first attempt, or for the next. */
  waiting: z.int(),
  active: z.int(),
});
export type QueueLength = z.infer<typeof queueLength>;

export const systemStatus = z.object({
  version: z.string(),
  /** When the process that answers began. */
  startedAt: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
  database: z.object({
    /** How long it took to answer the shortest of questions, in milliseconds. */
    answerMs: z.number(),
    bytes: z.int(),
  }),
  /** Some seconds old. */
  queues: z.array(queueLength),
  letters: z.object({
    waiting: z.int(),
    /** Of those that wait, tried at least once in vain. */
    failing: z.int(),
    lastSentAt: z.nullable(z.iso.datetime()),
    /** No mail server is set: letters stay in the local mailbox. */
    isLocalMailbox: z.boolean(),
    /** The oldest first. */
    unsent: z.array(unsentEmail),
  }),
  deadLetters: z.object({
    total: z.int(),
    /** The newest first. */
    shown: z.array(deadLetter),
  }),
  /** Reminders that were due a while ago and have not left. */
  lateReminders: z.int(),
  images: z.object({
    /** An estimate where there are very many. */
    count: z.int(),
    /** Of the disk they lie on; null: they are in an S3-compatible store. */
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
  }),
});
export type SystemStatus = z.infer<typeof systemStatus>;

/** How many go again: 0 where somebody else was faster. */
const retried = z.object({ retried: z.int() });

const tag = 'Sistema';

export const getSystemStatus = endpoint({
  method: 'GET',
  path: '/system',
  summary: 'Cómo está el sistema: base de datos, colas, correos, recordatorios e imágenes',
  tag,
  access: 'administration',
  status: 200,
  reply: systemStatus,
  errors: ROLE_ERRORS,
});

export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/system/dead-letters/:id/retry',
  summary: 'Volver a intentar una tarea que falló del todo; dos veces es como una',
  tag,
  access: 'administration',
  params: idParam,
  status: 200,
  reply: retried,
  errors: ['VALIDATION', ...ROLE_ERRORS],
});

export const retryDeadLetters = endpoint({
  method: 'POST',
  path: '/system/dead-letters/retry',
  summary: `Volver a intentar las tareas que fallaron del todo, ${RETRY_BATCH_MAX} por llamada como máximo`,
  tag,
  access: 'administration',
  status: 200,
  reply: retried,
  errors: ROLE_ERRORS,
});
