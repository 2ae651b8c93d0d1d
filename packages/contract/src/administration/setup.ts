import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { ROLE_ERRORS } from '../errors.ts';

// 'Puesta en marcha': what a new site needs before people use it (docs/rules.md R25.3).

/** In the order in which they are done. The browser knows whether the map has a ground. */
export const setupSteps = [
  'account',
  'address',
  'identity',
  'contact',
  'mail',
  'legal',
  'administrator',
  'backup',
] as const;
export type SetupStep = (typeof setupSteps)[number];

export const setup = z.object({
  steps: z.array(z.object({ step: z.enum(setupSteps), isDone: z.boolean() })),
  /** The last test e-mail of the session's account, or null if there was none. */
  testMail: z.nullable(
    z.object({
      createdAt: z.iso.datetime(),
      /** When the mail server, or the local mailbox, accepted it; null if it has not. */
      sentAt: z.nullable(z.iso.datetime()),
      /** The error codes of the last attempt, such as `EAUTH 535`; null if none failed. */
      failure: z.nullable(z.string()),
    }),
  ),
});
export type Setup = z.infer<typeof setup>;

const ofSuperadmins = { tag: 'Superadministración', access: 'superadmin' } as const;

export const getSetup = endpoint({
  ...ofSuperadmins,
  method: 'GET',
  path: '/admin/setup',
  summary: 'Qué falta para poner en marcha el sitio, y cómo le fue al último correo de prueba',
  status: 200,
  reply: setup,
  errors: ROLE_ERRORS,
});

export const TEST_MAILS_AN_HOUR = 5;

export const sendTestMail = endpoint({
  ...ofSuperadmins,
  method: 'POST',
  path: '/admin/mail/test',
  summary: `Enviarse un correo de prueba, ${TEST_MAILS_AN_HOUR} por hora como máximo`,
  status: 202,
  reply: z.object({ sentTo: z.string() }),
  errors: [...ROLE_ERRORS, 'RATE_LIMITED'],
});
