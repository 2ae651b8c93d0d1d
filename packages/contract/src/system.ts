import * as z from 'zod/mini';
import { endpoint, idParam } from './endpoint.ts';
import { ROLE_ERRORS } from './errors.ts';

/** Maximum number of listed e-mails, dead letters and collectives; the counts include all. */
export const SHOWN_MAX = 20;
/** Maximum number of dead letters that one call retries, and of e-mails that one call discards. */
export const RETRY_BATCH_MAX = 500;

/** `waiting`: for the first or next attempt; `given-up`: it is not attempted again by itself. */
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
  /** The error without e-mail addresses; null if unknown. */
  reason: z.nullable(z.string()),
});
export type DeadLetter = z.infer<typeof deadLetter>;

const queueLength = z.object({
  name: z.string(),
  /** Jobs that wait for their first or next attempt. */
  waiting: z.int(),
  active: z.int(),
});
export type QueueLength = z.infer<typeof queueLength>;

export const systemStatus = z.object({
  version: z.string(),
  /** The commit that runs, in seven figures; null: unknown. */
  commit: z.nullable(z.string()),
  /** When the responding process started. */
  startedAt: z.iso.datetime(),
  checkedAt: z.iso.datetime(),
  database: z.object({
    /** Latency of a trivial query in milliseconds. */
    answerMs: z.number(),
    bytes: z.int(),
  }),
  /** Cached for some seconds. */
  queues: z.array(queueLength),
  letters: z.object({
    waiting: z.int(),
    /** Those of the waiting ones that the mail server has not taken in at least one attempt; without those that wait because of their address. */
    failing: z.int(),
    /** E-mails that are not attempted again by themselves: the recipient's server rejects the address, or all retries are used up. */
    givenUp: z.int(),
    lastSentAt: z.nullable(z.iso.datetime()),
    /** No mail server is configured: the local mailbox shows the e-mails. */
    isLocalMailbox: z.boolean(),
    /** No mail server is configured on a site that others reach: e-mails are kept until SMTP_URL is set. */
    isKept: z.boolean(),
    /** The site was restored from the backup of another one: e-mails, pushes and webhooks are kept until the operator releases them. */
    isHeld: z.boolean(),
    /** E-mails of the last 90 days that were of no use any more when they could have been sent: reminders of past activities, expired links. */
    expired: z.int(),
    /** Also those that are given up. Oldest first. */
    unsent: z.array(unsentEmail),
  }),
  deadLetters: z.object({
    total: z.int(),
    /** Newest first. */
    shown: z.array(deadLetter),
  }),
  /** Overdue reminders that have not been sent. */
  lateReminders: z.int(),
  /** Names of the collectives with a webhook that has failed for an hour at least and is not switched off yet. */
  failingWebhooks: z.array(z.string()),
  backup: z.object({
    /** The last one that `npm run backup` made of this site; null: none. */
    last: z.nullable(
      z.object({
        finishedAt: z.iso.datetime(),
        /** Duration. */
        milliseconds: z.int(),
        /** Size of the file. */
        bytes: z.int(),
      }),
    ),
    /** Whether the site is expected to make backups by `npm run backup` (BACKUP_ALARM_HOURS is not 0). */
    isExpected: z.boolean(),
    /** Whether one is expected, and for longer than BACKUP_ALARM_HOURS there has been none. */
    isOverdue: z.boolean(),
  }),
  images: z.object({
    /** An estimate for large tables. */
    count: z.int(),
    /** The disk that holds the images; null with an S3-compatible store. */
    disk: z.nullable(z.object({ freeBytes: z.int(), totalBytes: z.int() })),
  }),
});
export type SystemStatus = z.infer<typeof systemStatus>;

/** Number of jobs queued again: 0 if another request was faster. */
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

/** Number of e-mails discarded: 0 if another request was faster. */
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
