import { eq, isNotNull, isNull } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { aUser, signedIn } from '../../test/factories.ts';
import { cookieOf } from '../../test/requests.ts';
import { activityPosters } from '../modules/activities/paper-schema.ts';
import { activities } from '../modules/activities/schema.ts';
import { attendanceClaims, attendances } from '../modules/attendance/schema.ts';
import { federationFollowers } from '../modules/federation/schema.ts';
import { feedback } from '../modules/feedback/schema.ts';
import { activityMessages } from '../modules/notifications/schema.ts';
import { reminders } from '../modules/reminders/schema.ts';
import { webhookDeliveries } from '../modules/webhooks/schema.ts';
import type { Drawing } from '../platform/images/drawing.ts';
import { fillDemo } from './demo.ts';

const app = await testApp();
const occupied = await testApp();
const { db, imageProcessor } = app.platform;

/** Draws the scenes at a quarter of their width: encoding them in full takes two thirds of the test's processor time. */
const platform = {
  ...app.platform,
  imageProcessor: { ...imageProcessor, draw: (drawing: Drawing) => imageProcessor.draw(quarter(drawing)) },
};

function quarter({ width, height, layers, ...drawing }: Drawing): Drawing {
  const size = { width: width / 4, height: height / 4 };
  const from = `width="${width}" height="${height}"`;
  return {
    ...drawing,
    ...size,
    layers: layers.map(layer => ({
      ...layer,
      svg: layer.svg.replace(from, `width="${size.width}" height="${size.height}"`),
    })),
  };
}

it('rejects a database that has data', async () => {
  await aUser(occupied.platform.db);
  await expect(fillDemo({ platform: occupied.platform })).rejects.toThrow(/ya tiene datos/);
});

// docs/rules.md R8.1
it('fills an empty database with a demo community, once', {
  timeout: 180_000,
}, async () => {
  const said: string[] = [];
  const { email, password, ...counts } = await fillDemo({ platform }, sentence => said.push(sentence));
  expect(said).toEqual([
    'Creando la comunidad de muestra: 30 personas y 120 actividades con sus dibujos…',
    `  La cuenta de muestra es ${email}, contraseña ${password}`,
    ...[30, 60, 90, 120].map(count => `  ${count} de 120 actividades`),
  ]);
  expect(counts).toEqual({ people: 30, activities: 120 });
  expect(await db.$count(activities, isNull(activities.seriesId))).toBe(120);
  expect(await db.$count(activities, isNotNull(activities.seriesId))).toBe(12);
  expect(await db.$count(activities, isNotNull(activities.collectiveId))).toBeGreaterThan(20);
  expect((await app.inject('/api/collectives')).json()).toHaveLength(4);
  expect(await db.$count(attendances)).toBeGreaterThan(800);
  expect(await db.$count(reminders)).toBeGreaterThan(100);
  expect(await db.$count(attendanceClaims)).toBeGreaterThan(100);
  expect(await db.$count(attendances, isNull(attendances.email))).toBeGreaterThan(30);
  expect(await db.$count(attendances, isNotNull(attendances.phone))).toBeGreaterThan(15);

  expect(await db.$count(attendances, isNotNull(attendances.checkedInAt))).toBeGreaterThan(200);
  expect(await db.$count(attendances, isNotNull(attendances.hours))).toBeGreaterThan(120);
  expect(await db.$count(feedback)).toBeGreaterThan(100);
  expect(await db.$count(activityMessages)).toBeGreaterThan(10);

  expect(await db.$count(activityPosters)).toBeGreaterThan(5);
  expect(await db.$count(attendances, isNotNull(attendances.addition))).toBeGreaterThan(10);
  expect(await db.$count(federationFollowers)).toBe(3);
  expect((await app.inject('/api/site')).json()).toMatchObject({ name: 'Minga Popayán', isConfigured: true });
  expect(await db.$count(attendances, eq(attendances.isSelfCheckedIn, true))).toBeGreaterThan(10);

  const login = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } });
  expect(login.statusCode).toBe(200);
  const catalogue = await app.inject({ url: '/api/tasks/search?date=proximas&series=next' });
  const shown: { image: string | null; title: string; category: string | null }[] = catalogue.json();
  expect(new Set(shown.map(({ category }) => category)).size).toBeGreaterThan(8);
  const near = await app.inject({ url: '/api/tasks/search?cerca=2.44,-76.61&radio=5&etiqueta=barrio' });
  expect(near.json().length).toBeGreaterThan(3);
  expect(new Set(shown.map(({ title }) => title)).size).toBe(shown.length);
  const withPicture = shown.filter(({ image }) => image !== null);
  expect(withPicture.length / shown.length).toBeGreaterThan(0.7);
  const picture = await app.inject({ url: withPicture[0]?.image ?? '' });
  expect(picture.statusCode).toBe(200);

  const past = await app.inject({ url: '/api/tasks/search?date=pasadas&limit=500' });
  const ids: string[] = past.json().map(({ _id }: { _id: string }) => _id);
  const one = await Promise.all(ids.map(async id => (await app.inject({ url: `/api/tasks/${id}` })).json()));
  const memories = one.flatMap(({ memory }) => memory ?? []);
  expect(memories).toHaveLength(3);
  for (const { images } of memories) expect((await app.inject({ url: images[0].url })).statusCode).toBe(200);
  const { headers } = await signedIn(db, { role: 'admin' });
  const queue = await app.inject({ url: '/api/admin-panel/reports', headers });
  expect(queue.json()).toMatchObject([
    { target: { type: 'activity', status: 'rejected' }, appeal: {}, reports: 0 },
    { target: { type: 'activity', status: 'pending' }, reports: 3 },
    { target: { type: 'memory', status: 'visible' }, reports: 1 },
  ]);
  const held = (
    await app.inject({ url: '/api/admin-panel/activities?status=pending&limit=100', headers })
  ).json();
  expect(held.flatMap(({ hold }: { hold?: object }) => hold ?? [])).toEqual([
    { kind: 'word', term: 'préstamo' },
  ]);
  // These are the programs of the demo account. The webhook gets no requests.
  const session = cookieOf(login);
  expect((await app.inject({ url: '/api/auth/tokens', headers: session })).json()).toHaveLength(2);
  const [own] = (await app.inject({ url: '/api/collectives?mias=true', headers: session })).json();
  const hooks = (await app.inject({ url: `/api/collectives/${own.slug}/webhooks`, headers: session })).json();
  expect(hooks).toMatchObject([{ isActive: false }]);
  expect(await db.$count(webhookDeliveries, eq(webhookDeliveries.state, 'pending'))).toBe(0);
  const impact = (await app.inject({ url: '/api/tasks/impact' })).json();
  expect(impact.people).toBeGreaterThan(100);
  expect(impact.hours).toBeGreaterThan(200);
  expect(impact.goals.length).toBeGreaterThan(2);

  await expect(fillDemo({ platform: app.platform })).rejects.toThrow(/ya tiene datos/);
});
