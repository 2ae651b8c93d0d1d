import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();

it.each([
  ['lists', `${'['.repeat(49_000)}${']'.repeat(49_000)}`],
  ['objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`],
  ['lists in a field', `{"email":${'['.repeat(40_000)}${']'.repeat(40_000)}}`],
])('a deeply nested body of %s is rejected in Spanish', async (_name, payload) => {
  const reply = await app.inject({
    method: 'POST',
    url: '/api/attendances/personal-link',
    headers: { 'content-type': 'application/json' },
    payload,
  });
  expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION' });
});
