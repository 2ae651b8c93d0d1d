import { eq } from 'drizzle-orm';
import { decodeQR } from 'qr/decode.js';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, signedIn } from '../../../test/factories.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { noise } from '../../../test/pictures.ts';
import { concurrently, tally } from '../../../test/requests.ts';
import { activityPosters, activityShortIds } from '../activities/paper-schema.ts';
import { activities, activityNeeds } from '../activities/schema.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const strict = await testApp({ RATE_LIMIT_FACTOR: '1' });
const { db } = app.platform;

afterEach(() => app.setNow(NOON));

const LONG = 'Gran jornada comunitaria de limpieza, siembra y pintura del parque y de la escuela rural X';
const BYTES_MAX = 300_000;

const take = (id: string, file = 'poster.pdf', headers = {}, from = app) =>
  from.inject({ url: `/api/tasks/${id}/${file}`, headers });
const textOf = async (id: string, file = 'poster.pdf', headers = {}) =>
  pdfText((await take(id, file, headers)).rawPayload);
const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b/g)].length;
const withoutSpace = (text: string) => text.replaceAll(/\s/g, '');

/** A poster with everything that it may say. */
async function aFullActivity() {
  const owner = await signedIn(db);
  const collective = await aCollective(db, { name: 'Río Vivo', ownerId: owner.user.id });
  const activity = await anActivity(db, {
    ownerId: owner.user.id,
    collectiveId: collective.id,
    title: LONG,
    place: 'Puente del Humilladero',
    directions: 'Frente a la iglesia.',
    endDate: new Date('2026-12-05T16:30:00.000Z'),
  });
  const need = (position: number, taken: number) => ({
    activityId: activity.id,
    position,
    taken,
    note: '',
    quantity: 3,
    name: `Tarea ${position}`,
    kind: 'task' as const,
  });
  await db.insert(activityNeeds).values([need(0, 3), need(1, 0), need(2, 2), need(3, 1), need(4, 0)]);
  const [short] = await db
    .select()
    .from(activityShortIds)
    .where(eq(activityShortIds.activityId, activity.id));
  return { activity, owner, shortId: short?.shortId ?? '' };
}

describe('GET /tasks/{id}/poster.pdf', () => {
  it.each(['', '?size=a4', '?size=a5', '?size=tiras'])('says everything on one page: %s', async query => {
    const { activity, shortId } = await aFullActivity();
    const reply = await take(activity.id, `poster.pdf${query}`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' });
    expect(reply.headers['content-disposition']).toBe(
      'inline; filename="afiche-gran-jornada-comunitaria-de-limpieza-sie.pdf"',
    );
    const text = withoutSpace(pdfText(reply.rawPayload));
    for (const part of [
      ...[LONG, 'Sábado 5 de diciembre', '9:00 a. m. a 11:30 a. m.', 'Puente del Humilladero'],
      ...['Cómo llegar: Frente a la iglesia.', 'Río Vivo', 'Minga', `localhost:3000/a/${shortId}`],
      ...['Faltan 3 personas en Tarea 1', 'Falta 1 persona en Tarea 2', 'Faltan 2 personas en Tarea 3'],
    ])
      expect(text).toContain(withoutSpace(part));
    for (const part of ['Tarea 0', 'Tarea 4']) expect(text).not.toContain(withoutSpace(part));
    const pdf = reply.rawPayload.toString('latin1');
    expect(pdf).toMatch(/\/StructTreeRoot/);
    expect(pdf).toMatch(/\/S \/H1/);
    expect(pdf).toContain('/FontFile');
    expect(pdf).not.toMatch(/\/BaseFont \/Helvetica/);
    expect(pagesOf(reply.rawPayload)).toBe(1);
    expect(reply.rawPayload.length).toBeLessThan(BYTES_MAX);
    const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    expect([width, height].map(Number).map(Math.round)).toEqual(
      query === '?size=a5' ? [420, 595] : [595, 842],
    );
    const strips = text.split(withoutSpace(`localhost:3000/a/${shortId}`)).length - 1;
    expect(strips).toBe(query === '?size=tiras' ? 9 : 1);
  });

  it('rejects other sizes', async () => {
    const { id } = await anActivity(db);
    for (const size of ['a3', 'A4', '']) {
      const reply = await take(id, `poster.pdf?size=${size}`);
      expect(reply.statusCode).toBe(400);
      expect(reply.json().code).toBe('VALIDATION');
    }
  });

  it('names the responsible people without a collective, and the author without them', async () => {
    const { user } = await signedIn(db, { username: 'Luz Dary' });
    const [one, other] = await Promise.all([
      anActivity(db, { responsible: ['Ana', 'Doña Rosa'], ownerId: user.id }),
      anActivity(db, { responsible: [], ownerId: user.id }),
    ]);
    expect(await textOf(one.id)).toContain('Organiza: Ana, Doña Rosa');
    expect(await textOf(other.id)).toContain('Organiza: Luz Dary');
  });

  it('says nothing of a private location, not even to organisers', async () => {
    const owner = await signedIn(db);
    const { id } = await anActivity(db, {
      ownerId: owner.user.id,
      isLocationPrivate: true,
      directions: 'Casa azul, timbre 3',
      latitude: 2.44,
      longitude: -76.6,
    });
    for (const headers of [{}, owner.headers]) {
      const text = await textOf(id, 'poster.pdf', headers);
      expect(text).toContain('Parque Caldas');
      expect(text).not.toMatch(/Casa azul|Cómo llegar/);
    }
  });

  it.each([
    ['𝗺𝗶𝗻𝗴𝗮 ﬁesta ｎúm', 'minga fiesta núm'],
    ['社区清洁日 李明', '社区清洁日 李明'],
    ['🎉 Siembra 👩‍👩‍👧', 'Siembra'],
    ['🎉', 'Actividad solidaria'],
    ['Nasa ẽ x̃', 'Nasa ẽ x̃'],
  ])('prints %j as %j', async (title, printed) => {
    const { id } = await anActivity(db, { title });
    for (const size of ['a4', 'tiras'])
      expect(withoutSpace(await textOf(id, `poster.pdf?size=${size}`))).toContain(withoutSpace(printed));
  });

  it('prints Arabic letters from the right, as they can be searched', async () => {
    const { id } = await anActivity(db, { title: 'مريم' });
    expect(withoutSpace(await textOf(id))).toContain([...'مريم'].toReversed().join(''));
  });

  it('breaks a word that is longer than the page, and loses no letter', async () => {
    const word = 'abcdefghijklmnñopqrstuvwxyz'.repeat(4).slice(0, 90);
    const { id } = await anActivity(db, { title: word });
    for (const size of ['a4', 'a5', 'tiras'])
      expect(withoutSpace(await textOf(id, `poster.pdf?size=${size}`))).toContain(word);
  });
});

describe('GET /tasks/{id}/poster.png', () => {
  it.each([
    ['landscape', 1600, 900],
    ['portrait', 900, 1600],
    ['square', 1000, 1000],
    ['tiny', 40, 40],
  ])(
    'is an image of 1080 × 1350 with a picture that is %s, as small as the papers',
    async (_, width, height) => {
      const { images } = app.platform;
      const photo = await images.save(await noise(width, height).jpeg().toBuffer());
      await images.claim(db, photo.id);
      const { id } = await anActivity(db, { imageId: photo.id });
      const reply = await take(id, 'poster.png');
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/png']);
      expect(await sharp(reply.rawPayload).metadata()).toMatchObject({
        width: 1080,
        height: 1350,
        format: 'png',
      });
      expect(reply.rawPayload.length).toBeLessThan(BYTES_MAX);
      for (const size of ['a4', 'tiras']) {
        const paper = await take(id, `poster.pdf?size=${size}`);
        expect(paper.rawPayload.length).toBeLessThan(BYTES_MAX);
        expect(pagesOf(paper.rawPayload)).toBe(1);
      }
    },
  );
});

it('has a QR code of the short address that cameras read', async () => {
  const { activity, shortId } = await aFullActivity();
  const png = sharp((await take(activity.id, 'poster.png')).rawPayload)
    .ensureAlpha()
    .raw();
  const { data, info } = await png.toBuffer({ resolveWithObject: true });
  expect(decodeQR({ width: info.width, height: info.height, data })).toBe(
    `http://localhost:3000/a/${shortId}`,
  );
});

const FILES = ['poster.pdf', 'poster.png'];

describe('who takes posters', () => {
  it('of an activity that is not public: accounts that may manage it', async () => {
    const site = prior.platform.db;
    const [owner, organizer, door, other, admin] = await Promise.all([
      signedIn(site),
      signedIn(site),
      signedIn(site),
      signedIn(site),
      signedIn(site, { role: 'admin' }),
    ]);
    const collective = await aCollective(site, { ownerId: owner.user.id });
    await aMember(site, { teamId: collective.id, userId: organizer.user.id, role: 'organizer' });
    await aMember(site, { teamId: collective.id, userId: door.user.id, role: 'door' });
    const { id } = await anActivity(site, { ownerId: owner.user.id, collectiveId: collective.id });
    for (const file of FILES) {
      for (const { headers } of [owner, organizer])
        expect((await take(id, file, headers, prior)).statusCode).toBe(200);
      for (const headers of [{}, other.headers, door.headers, admin.headers])
        expect((await take(id, file, headers, prior)).statusCode).toBe(404);
    }
  });

  it('of a rejected, deleted or unknown one: nobody', async () => {
    const owner = await signedIn(db);
    const rejected = await anActivity(db, {
      ownerId: owner.user.id,
      status: 'rejected',
      rejectionReason: 'No',
    });
    const gone = await anActivity(db, { ownerId: owner.user.id });
    await app.inject({ method: 'DELETE', url: `/api/tasks/${gone.id}`, headers: owner.headers });
    for (const file of FILES)
      for (const id of [rejected.id, gone.id, '0197a000-0000-7000-8000-000000000000'])
        for (const headers of [{}, owner.headers])
          expect((await take(id, file, headers)).statusCode).toBe(404);
    expect((await take('uno')).statusCode).toBe(400);
  });

  it('30 an hour from an origin, organisers excepted', async () => {
    const owner = await signedIn(strict.platform.db);
    const other = await signedIn(strict.platform.db);
    const { id } = await anActivity(strict.platform.db, { ownerId: owner.user.id });
    const replies = [
      ...(await concurrently(16, () => take(id, 'poster.pdf?size=a5', other.headers, strict))),
      ...(await concurrently(16, () => take(id, 'poster.png', {}, strict))),
    ];
    expect(tally(replies)).toEqual({ 200: 30, 429: 2 });
    const rejected = await take(id, 'poster.pdf', {}, strict);
    expect(rejected.statusCode).toBe(429);
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await take(id, 'poster.pdf', owner.headers, strict)).statusCode).toBe(200);
  });
});

describe('the last poster of an activity', () => {
  const read = async (id: string, headers = {}) =>
    (await app.inject({ url: `/api/tasks/${id}`, headers })).json().poster;

  it('is current until date, end, place or title change, and again when they are set back', async () => {
    const { activity, owner } = await aFullActivity();
    const { id } = activity;
    expect(await read(id, owner.headers)).toBeNull();
    await take(id);
    expect(await read(id, owner.headers)).toBeNull();
    await take(id, 'poster.png', owner.headers);
    const current = { takenAt: NOON.toISOString(), isStale: false };
    expect(await read(id, owner.headers)).toEqual(current);
    for (const changed of [
      { title: 'Otra' },
      { place: 'Otro' },
      { date: new Date('2026-12-05T15:00:00.000Z') },
      { endDate: new Date('2026-12-05T23:00:00.000Z') },
      { endDate: null },
    ]) {
      await db.update(activities).set(changed).where(eq(activities.id, id));
      expect(await read(id, owner.headers)).toEqual({ ...current, isStale: true });
      const { title, place, date, endDate } = activity;
      await db.update(activities).set({ title, place, date, endDate }).where(eq(activities.id, id));
      expect(await read(id, owner.headers)).toEqual(current);
    }
    const unprinted = { description: 'Otra', directions: 'Otras' };
    await db.update(activities).set(unprinted).where(eq(activities.id, id));
    expect(await read(id, owner.headers)).toEqual(current);
    await db.update(activities).set({ title: 'Otra' }).where(eq(activities.id, id));
    const later = new Date(NOON.getTime() + 60_000);
    app.setNow(later);
    await take(id, 'poster.pdf', owner.headers);
    expect(await read(id, owner.headers)).toEqual({ takenAt: later.toISOString(), isStale: false });
  });

  it('is for organisers only', async () => {
    const { activity, owner } = await aFullActivity();
    await take(activity.id, 'poster.pdf', owner.headers);
    const other = await signedIn(db);
    for (const headers of [{}, other.headers]) expect(await read(activity.id, headers)).toBeUndefined();
  });

  it('is one row, however many are taken at once while the activity is deleted', async () => {
    const { activity, owner } = await aFullActivity();
    const { id } = activity;
    const replies = await Promise.all([
      ...Array.from({ length: 8 }, () => take(id, 'poster.pdf', owner.headers)),
      app.inject({ method: 'DELETE', url: `/api/tasks/${id}`, headers: owner.headers }),
    ]);
    expect(replies.every(({ statusCode }) => [200, 204, 404].includes(statusCode))).toBe(true);
    expect(await db.$count(activityPosters, eq(activityPosters.activityId, id))).toBe(0);
  });
});
