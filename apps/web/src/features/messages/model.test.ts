import { newMessage } from '@minga/contract/messages';
import { expect, test } from 'vitest';
import { sentThanks, thanksFor, unreachedText } from './model.ts';

test('the prepared message is a valid one, also of the longest title', () => {
  expect(newMessage.safeParse(thanksFor('x'.repeat(200))).success).toBe(true);
});

test.each([
  ['was sent', [thanksFor('Siembra')], true],
  ['to everybody', [{ ...thanksFor('Siembra'), to: 'all' as const }], true],
  ['was not sent', [], false],
  ['another message', [{ ...thanksFor('Siembra'), subject: 'Va a llover' }], false],
])('the message of thanks: %s', (_what, messages, isSent) => {
  expect(sentThanks(messages) !== undefined).toBe(isSent);
});

test.each([
  [[0, 0, 0], null],
  [[0, 1, 0], 'A una persona no le llega: no dejó correo.'],
  [[0, 0, 1], 'A una persona no le llega: no ha confirmado y hoy no podemos escribirle más.'],
  [[0, 2, 0], 'A 2 no les llega: no dejaron correo.'],
  [[2, 1, 0], 'A 3 no les llega: 2 no quieren estos mensajes y 1 no dejó correo.'],
  [
    [1, 2, 3],
    'A 6 no les llega: 1 no quiere estos mensajes, 2 no dejaron correo y 3 no han confirmado y hoy no podemos escribirles más.',
  ],
])('whom a message does not reach: %j', ([unsubscribed = 0, withoutEmail = 0, unconfirmed = 0], text) => {
  expect(unreachedText({ unsubscribed, withoutEmail, unconfirmed })).toBe(text);
});
