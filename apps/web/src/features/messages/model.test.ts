import { newMessage } from '@minga/contract/messages';
import { expect, test } from 'vitest';
import { sentThanks, thanksFor } from './model.ts';

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
