import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, signedIn } from '../../../test/factories.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { errorOf } from '../../../test/requests.ts';

const LONG = 'Gran jornada comunitaria de limpieza, siembra y pintura del parque y de la escuela rural X';

describe('GET /attendances/{taskId}/place-code.pdf', async () => {
  const app = await testApp();
  const { db } = app.platform;

  async function withCode(title: string, selfCheckIn = true) {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id, title, selfCheckIn });
    const take = () => app.inject({ url: `/api/attendances/${id}/place-code.pdf`, headers });
    const read = async () =>
      (await app.inject({ url: `/api/attendances/${id}/place-code`, headers })).json().code as string;
    return { take, read };
  }

  it('prints compatibility letters as their plain ones', async () => {
    const { take } = await withCode('𝗺𝗶𝗻𝗴𝗮 ﬁesta ｎúm');
    expect(pdfText((await take()).rawPayload)).toContain('minga fiesta núm');
  });

  it.each([LONG, 'A'.repeat(40), 'تنظيف النهر', '清洁河流 🌱'])(
    'is one A4 page with the address to type: %s',
    async title => {
      const { take, read } = await withCode(title);
      const reply = await take();
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(reply.headers['content-disposition']).toMatch(/^inline; filename="llegada/);
      const text = pdfText(reply.rawPayload).replaceAll(/\s/g, '');
      for (const part of ['Registratullegada', `localhost:3000/estoy/${await read()}`, 'Sábado5dediciembre'])
        expect(text).toContain(part);
      expect([...reply.rawPayload.toString('latin1').matchAll(/\/Type \/Page\b/g)]).toHaveLength(1);
      expect(reply.rawPayload.length).toBeLessThan(300_000);
    },
  );

  it('does not exist while attendees do not check themselves in', async () => {
    const { take } = await withCode('Siembra', false);
    expect(errorOf(await take())).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
