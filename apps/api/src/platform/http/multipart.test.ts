import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { signedIn } from '../../../test/factories.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { errorOf } from '../../../test/requests.ts';

const app = await testApp();
const { headers } = await signedIn(app.platform.db);

it.each([
  [40, ['El título es requerido', 'La fecha es requerida']],
  [41, ['Envía como máximo 40 campos']],
  [400, ['Envía como máximo 40 campos']],
])('%d unknown fields: a short error', async (count, message) => {
  const fields = Object.fromEntries(Array.from({ length: count }, (_, index) => [`campo${index}`, 'x']));
  const form = await multipartOf(fields, null);
  const reply = await app.inject({
    method: 'POST',
    url: '/api/tasks',
    ...form,
    headers: { ...form.headers, ...headers },
  });
  expect(errorOf(reply)).toMatchObject({ status: 400, code: 'VALIDATION', message });
});
