import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aUser } from '../../../test/factories.ts';
import { hashToken, newToken } from '../../platform/tokens.ts';
import { notificationPreferences, unsubscribeLinks } from '../notifications/schema.ts';

const app = await testApp();
const { db } = app.platform;

beforeEach(() => app.setNow(NOON));

const HEADERS = { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' };
const press = (token: string) =>
  app.inject({ method: 'POST', url: '/dejar-correos/listo', headers: HEADERS, payload: `token=${token}` });

/** The token of an account's e-mail about a changed date. */
async function aLink(): Promise<string> {
  const token = newToken();
  const { id: userId } = await aUser(db);
  const link = { tokenHash: hashToken(token), kind: 'change', createdAt: NOON, userId } as const;
  await db.insert(unsubscribeLinks).values(link);
  return token;
}

describe('/dejar-correos without JavaScript', () => {
  it('contains a form, changes nothing by itself, and confirms the submission', async () => {
    const token = await aLink();
    const asked = await app.inject({ url: `/dejar-correos?token=${token}` });
    expect([asked.statusCode, asked.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(asked.body).toMatch(
      /<div id="root"><\/div>[\s\S]*<noscript>[\s\S]*¿Dejar de recibir estos correos/,
    );
    expect(asked.body).toContain(`<input type="hidden" name="token" value="${token}">`);
    expect(asked.body).not.toContain('no hay nada que ver');
    expect(await db.$count(notificationPreferences)).toBe(0);

    const done = await press(token);
    expect([done.statusCode, done.headers['content-type'], done.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(done.body).toMatch(/Listo[\s\S]*actívalos otra vez en «Configurar Notificaciones»/);
    expect(await db.select().from(notificationPreferences)).toMatchObject([
      { kind: 'change', byEmail: false, isLive: true },
    ]);
  });

  it.each([newToken(), '', '%00'])('says that the link %j does not work', async token => {
    const reply = await press(token);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(reply.body).toContain('Este enlace ya no sirve');
  });

  it('reports an invalid link, without content of the address in the page', async () => {
    expect((await app.inject({ url: '/dejar-correos' })).body).toContain('Este enlace ya no sirve');
    const { body } = await app.inject({ url: '/dejar-correos?token=%22%3E%3Cscript%3E' });
    expect(body).toContain('value="&quot;&gt;&lt;script&gt;"');
  });
});
