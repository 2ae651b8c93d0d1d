import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { attendanceCalls } from '../../../test/attendance-calls.ts';
import { anActivity } from '../../../test/factories.ts';

const app = await testApp();
const { confirm } = attendanceCalls(app);

describe('the page of a code', () => {
  it('is the same for every code, in no cache, in no index and in no referrer', async () => {
    const { id } = await anActivity(app.platform.db);
    const { code } = (await confirm(id)).json();
    const known = await app.inject(`/llegada/${code}`);
    expect(known.statusCode).toBe(200);
    expect(known.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    expect(known.headers).not.toHaveProperty('etag');
    expect(known.body).toContain('<meta name="robots" content="noindex">');
    expect(known.body).toContain('<title>Código de llegada · Minga</title>');
    expect(known.body).not.toContain(code);
    expect((await app.inject(`/llegada/${'A'.repeat(22)}`)).body).toBe(known.body);
  });

  it.each(['x', 'A'.repeat(23), `${'A'.repeat(21)}B`, '%3Cscript%3E'])(
    'does not exist for %s',
    async code => {
      const reply = await app.inject(`/llegada/${code}`);
      expect(reply.statusCode).toBe(404);
      expect(reply.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
      });
    },
  );
});
