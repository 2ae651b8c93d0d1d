import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { errorOf } from '../../../test/requests.ts';
import { emailsTo } from '../../../test/sent-emails.ts';
import { users } from '../accounts/schema.ts';
import { activities } from '../activities/schema.ts';
import { auditLog } from './schema.ts';

const app = await testApp();
const { db } = app.platform;

const admin = await signedIn(db, { role: 'admin' });
const boss = await signedIn(db, { role: 'superadmin' });
const forbidden = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'Esta cuenta administró Minga: solo la superadministración puede cambiar su correo o eliminarla',
};
const fields = { username: 'Otro Nombre', phone: '310 765 4321' };

const send = (
  method: 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { headers }: typeof admin,
  payload?: object,
) => app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0];
const actionsOn = (id: string) => db.select().from(auditLog).where(eq(auditLog.targetId, id));

describe.each([true, false])('an admin acting on a former admin (active: %j)', isActive => {
  const person = () => aUser(db, { formerAdmin: true, isActive });

  it.each(['propia@example.org', admin.user.email])('cannot change the e-mail to %s', async email => {
    const former = await person();
    const reply = await send('PUT', `/admin-panel/users/${former.id}`, admin, { ...fields, email });
    expect(errorOf(reply)).toEqual(forbidden);
    expect([await rowOf(former.id), await actionsOn(former.id)]).toEqual([former, []]);
    expect([...(await emailsTo(db, former.email)), ...(await emailsTo(db, email))]).toEqual([]);
  });

  it('cannot delete the account', async () => {
    const former = await person();
    const activity = await anActivity(db, { ownerId: former.id });
    expect(errorOf(await send('DELETE', `/admin-panel/users/${former.id}`, admin))).toEqual(forbidden);
    expect([await rowOf(former.id), await actionsOn(former.id)]).toEqual([former, []]);
    expect(await db.$count(activities, eq(activities.id, activity.id))).toBe(1);
    expect(await emailsTo(db, former.email)).toEqual([]);
  });

  it('changes name, phone and state, also with the unchanged e-mail in capitals', async () => {
    const { id, email } = await person();
    const path = `/admin-panel/users/${id}`;
    const edited = await send('PUT', path, admin, { ...fields, email: ` ${email.toUpperCase()} ` });
    expect([edited.statusCode, edited.json()]).toMatchObject([200, { ...fields, email }]);
    const switched = await send('PATCH', `${path}/status`, admin, { isActive: !isActive });
    expect([switched.statusCode, switched.json()]).toMatchObject([200, { isActive: !isActive }]);
    expect(await rowOf(id)).toMatchObject({ ...fields, email, formerAdmin: true, isActive: !isActive });
  });

  it('leaves both to superadmins', async () => {
    const { id, email } = await person();
    const given = `nueva-${email}`;
    const edited = await send('PUT', `/admin/${id}`, boss, { username: 'Otro Nombre', email: given });
    expect([edited.statusCode, edited.json().email]).toEqual([200, given]);
    expect((await send('DELETE', `/admin/${id}`, boss)).statusCode).toBe(204);
    expect(await rowOf(id)).toBeUndefined();
  });
});
