import * as z from 'zod/mini';
import { endpoint, idParam } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';

/** The maximum number of listed e-mails, dead letters and collectives; the counts include all. */
export const SHOWN_MAX = 20;
/** The maximum number of dead letters that one call retries, and of e-mails that one call discards. */
export const RETRY_BATCH_MAX = 500;

/** An unsent e-mail: it waits for the first or next attempt, or is not retried automatically (`given-up`). */
const unsentEmail = z.object({
  _id: z.uuid(),
  /** The masked address. */
  recipient: z.string(),
  createdAt: z.iso.datetime(),
  state: z.enum(['waiting', 'given-up']),
  /** The error codes of the last attempt, such as `EAUTH 535`; null before the first. */
  failure: z.nullable(z.string()),
});
export type UnsentEmail = z.infer<typeof unsentEmail>;

const deadLetter = z.object({
  _id: z.uuid(),
  queue: z.string(),
  failedAt: z.iso.datetime(),
  attempts: z.int(),
  /** The error without e-mail addresses, or null if it is unknown. */
  reason: z.nullable(z.string()),
});
export type DeadLetter = z.infer<typeof deadLetter>;

const queueLength = z.object({
  name: z.string(),
  /** The number of jobs that wait for their first or next attempt. */
  waiting: z.int(),
  active: z.int(),
});
export type QueueLength = z.infer<typeof queueLength>;

export const systemStatus = z.object({
  version: z.string(),
  /** The first seven digits of the running commit, or null if it is unknown. */
  commit: z.nullable(z.string()),
  /** When the responding process started. */
  startedAt: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
  database: z.object({
    /** The latency of a trivial query in milliseconds. */
    answerMs: z.number(),
    bytes: z.int(),
  }),
  /** The lengths of the queues, which are cached for some seconds. */
  queues: z.array(queueLength),
  letters: z.object({
    waiting: z.int(),
    /** The number of waiting e-mails that the mail server did not accept in an attempt, unless the cause was their address. */
    failing: z.int(),
    /** The number of e-mails that are not retried automatically, since the recipient's server rejects the address or no retries are left. */
    givenUp: z.int(),
    lastSentAt: z.nullable(z.iso.datetime()),
    /** Whether the local mailbox shows the e-mails, since no mail server is configured. */
    isLocalMailbox: z.boolean(),
    /** Whether e-mails are stored unsent, since they are held or no mail server is configured on a public site. */
    isKept: z.boolean(),
    /** Whether e-mails, pushes and webhooks are held until the operator releases them, for example after a restore with `--hold`. */
    isHeld: z.boolean(),
    /** The number of e-mails of the last 90 days that expired unsent, such as reminders of past activities and expired links. */
    expired: z.int(),
    /** The unsent e-mails, including those that are not retried, the oldest first. */
    unsent: z.array(unsentEmail),
  }),
  deadLetters: z.object({
    total: z.int(),
    /** The dead letters, the newest first. */
    shown: z.array(deadLetter),
  }),
  /** The number of overdue reminders that have not been sent. */
  lateReminders: z.int(),
  /** The names of the collectives with an active webhook that has failed for at least an hour. */
  failingWebhooks: z.array(z.string()),
  backup: z.object({
    /** The last backup that `npm run backup` made of this site, or null if it made none. */
    last: z.nullable(
      z.object({
        finishedAt: z.iso.datetime(),
        /** The duration. */
        milliseconds: z.int(),
        /** The size of the file. */
        bytes: z.int(),
      }),
    ),
    /** Whether the site is expected to make backups by `npm run backup` (BACKUP_ALARM_HOURS is not 0). */
    isExpected: z.boolean(),
    /** Whether a backup is expected, and none was made for longer than BACKUP_ALARM_HOURS. */
    isOverdue: z.boolean(),
  }),
  images: z.object({
    /** The number of images, which is an estimate for large tables. */
    count: z.int(),
    /** The disk of the images, or null with an S3-compatible store. */
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
  }),
});
export type SystemStatus = z.infer<typeof systemStatus>;

/** The number of jobs that were queued again, which is 0 if another request was faster. */
const retried = z.object({ retried: z.int() });

const ofSystem = { tag: 'Sistema', access: 'administration', status: 200, errors: ROLE_ERRORS } as const;
const ofOne = { ...ofSystem, params: idParam, errors: ['VALIDATION', ...ROLE_ERRORS] } as const;

export const getSystemStatus = endpoint({
  ...ofSystem,
  method: 'GET',
  path: '/system',
  summary:
    'Cómo está el sistema: base de datos, colas, correos, recordatorios, copias de seguridad e imágenes',
  reply: systemStatus,
});

export const retryDeadLetter = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/system/dead-letters/:id/retry',
  summary: 'Volver a intentar una tarea que falló del todo; dos veces es como una',
  reply: retried,
});

export const retryDeadLetters = endpoint({
  ...ofSystem,
  method: 'POST',
  path: '/system/dead-letters/retry',
  summary: `Volver a intentar las tareas que fallaron del todo, ${RETRY_BATCH_MAX} por llamada como máximo`,
  reply: retried,
});

/** The number of discarded e-mails, which is 0 if another request was faster. */
const discarded = z.object({ discarded: z.int() });

export const retryLetter = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/system/letters/:id/retry',
  summary: 'Volver a intentar un correo que ya no se intentaba; dos veces es como una',
  reply: retried,
});

export const discardLetter = endpoint({
  ...ofOne,
  method: 'POST',
  path: '/system/letters/:id/discard',
  summary: 'Descartar un correo que ya no se intenta, por ejemplo a una dirección mal escrita',
  reply: discarded,
});

export const discardLetters = endpoint({
  ...ofSystem,
  method: 'POST',
  path: '/system/letters/discard',
  summary: `Descartar los correos que ya no se intentan, ${RETRY_BATCH_MAX} por llamada como máximo`,
  reply: discarded,
});
