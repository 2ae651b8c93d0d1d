import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { anActivity } from '../../../test/factories.ts';
import { concurrently, tally } from '../../../test/requests.ts';
import { activities } from '../activities/schema.ts';
import { createCardRenderer } from './routes.ts';

const app = await testApp();
const { db } = app.platform;
const drawCard = createCardRenderer(app.platform);

const ID = '0197a000-0000-7000-8000-000000000001';
const OTHER_ID = '0197a000-0000-7000-8000-000000000002';
const DATE = 'miércoles, 30 de septiembre de 2026, 12:00 p. m.';
const PAPER = [251, 248, 242];
const [LEFT, RIGHT, MARGIN] = [64, 800, 40];

const card = (title: string, place = '', id = ID) => drawCard(id, { title, date: DATE, place });

/** The pixels of a region of a card. */
async function pixelsOf(png: Buffer, left: number, top: number, width: number, height: number) {
  const raw = await sharp(png).removeAlpha().extract({ left, top, width, height }).raw().toBuffer();
  return Array.from({ length: raw.length / 3 }, (_, pixel) => [...raw.subarray(pixel * 3, pixel * 3 + 3)]);
}

const isPaper = (pixel: number[]) =>
  pixel.every((value, channel) => Math.abs(value - (PAPER[channel] ?? 0)) < 6);

describe('an activity card', () => {
  it.each([
    ['short', 'Minga', ''],
    ['of many words', `${'palabra '.repeat(11)}ab`, 'Puente del Humilladero, barrio Bolívar'],
    ['of one endless word in capitals', 'W'.repeat(90), 'W'.repeat(40)],
    ['of one endless word', 'm'.repeat(90), 'm'.repeat(40)],
  ])('shows the whole title: %s', async (_kind, title, place) => {
    const png = await card(title, place);
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    // The margins must be empty, and the area between them must not.
    for (const [left, top, width, height] of [
      [0, 0, RIGHT, MARGIN],
      [0, 630 - MARGIN, RIGHT, MARGIN],
      [0, 0, LEFT - 4, 630],
      [RIGHT + 4, 0, 864 - RIGHT - 8, 630],
    ] as const) {
      expect((await pixelsOf(png, left, top, width, height)).every(isPaper)).toBe(true);
    }
    expect((await pixelsOf(png, LEFT, 100, RIGHT - LEFT, 430)).every(isPaper)).toBe(false);
  });

  it('has a deterministic weave for each activity', async () => {
    const weave = (png: Buffer) =>
      sharp(png).extract({ left: 864, top: 0, width: 336, height: 630 }).raw().toBuffer();
    const [once, again, other] = await Promise.all([card('A'), card('A'), card('A', '', OTHER_ID)]);
    expect(once.equals(again)).toBe(true);
    expect((await weave(once)).equals(await weave(other))).toBe(false);
  });

  it.each([
    ['emoji', '🎉 Siembra 👩‍👩‍👧 1️⃣🇨🇴', 'Siembra 1'],
    ['separate accents', 'Educacio\u0301n u\u0303', 'Educación ũ'],
    ['letters of compatibility', 'ﬁesta del ﬂuir, 𝗺𝗶𝗻𝗴𝗮 ｎ', 'fiesta del fluir, minga n'],
    ['nothing else', '🎉', 'Actividad solidaria'],
    ['signs in color', 'Siembra ♥\ufe0f 👩\u200d⚕', 'Siembra'],
  ])('omits what its fonts cannot draw: %s', async (_kind, title, drawn) => {
    expect((await card(title)).equals(await card(drawn))).toBe(true);
  });

  it.each(['李明', '山田さくら', '김민준', 'Ольга', 'Ελένη', 'नमस्ते', 'สวัสดี', 'مريم', 'שרה', 'ẽ x̃'])(
    'draws letters of any script: %s',
    async title => {
      expect((await card(title)).equals(await card('🎉'))).toBe(false);
      expect((await card(`Minga ${title}`)).equals(await card('Minga'))).toBe(false);
    },
  );

  it.each(['♥', '☎', '★', '♀', '☀', '№', '™', '©', '↔', '✔'])('draws the sign of text %s', async sign => {
    expect((await card(`Minga ${sign}`)).equals(await card('Minga'))).toBe(false);
  });

  it('draws characters of the languages of Colombia', async () => {
    expect((await card('Nasa ĩũãç')).equals(await card('Nasa iuac'))).toBe(false);
  });

  it('draws markup as text', async () => {
    const hostile = '</svg><image href="file:///etc/passwd"/>&amp;';
    const png = await card(hostile, hostile);
    expect(await sharp(png).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(png.equals(await card('&', '&'))).toBe(false);
  });
});

describe('/actividades/{id}/og.png', () => {
  it('is the card, cached for a day under the revision’s URL', async () => {
    const { id } = await anActivity(db, { title: 'Siembra', place: '', revision: 2 });
    const reply = await app.inject(`/actividades/${id}/og.png?v=2`);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const texts = { title: 'Siembra', date: 'sábado, 5 de diciembre de 2026, 9:00 a. m.', place: '' };
    expect(reply.rawPayload.equals(await drawCard(id, texts))).toBe(true);
    const other = await app.inject(`/actividades/${id}/og.png?v=3`);
    expect(other.headers['cache-control']).toBe('no-cache');
  });

  it('is not drawn again for a matching ETag, until the activity changes', async () => {
    const activity = await anActivity(db);
    const url = `/actividades/${activity.id}/og.png`;
    const { etag } = (await app.inject(url)).headers;
    const headers = { 'if-none-match': `"x", ${etag}` };
    // The queue would reject some of these requests if the cards were drawn.
    expect(tally(await concurrently(60, () => app.inject({ url, headers })))).toEqual({ 304: 60 });
    await db.update(activities).set({ revision: 1 }).where(eq(activities.id, activity.id));
    expect((await app.inject({ url, headers })).statusCode).toBe(200);
  });

  it('is 404 if the activity has no page', async () => {
    const rejected = await anActivity(db, { status: 'rejected', rejectionReason: 'No' });
    for (const id of [rejected.id, OTHER_ID, 'uno']) {
      expect((await app.inject(`/actividades/${id}/og.png`)).statusCode).toBe(404);
    }
  });

  it('returns 503 when the caller’s queue is full, and draws for others', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, async () => (await anActivity(db)).id));
    const [other, ...flood] = ids;
    const [drawn, ...replies] = await Promise.all(
      [
        ...flood.map(id => app.inject(`/actividades/${id}/og.png`)),
        app.inject({ url: `/actividades/${other}/og.png`, remoteAddress: '192.0.2.7' }),
      ].toReversed(),
    );
    expect(drawn?.statusCode).toBe(200);
    const counts = tally(replies);
    expect(counts[200]).toBeGreaterThanOrEqual(20);
    expect(Object.keys(counts)).toEqual(['200', '503']);
  });

  it('is drawn once for all requests, and again after an edit', async () => {
    const drawings: unknown[] = [];
    const { imageProcessor } = app.platform;
    const drawCard = createCardRenderer({
      site: app.platform.site,
      imageProcessor: {
        render: drawing => {
          drawings.push(drawing);
          return imageProcessor.render(drawing);
        },
      },
    });
    const texts = { title: 'Siembra', date: DATE, place: 'Cerro' };
    const cards = await concurrently(50, () => drawCard(ID, texts));
    expect(new Set(cards).size).toBe(1);
    expect(await drawCard(ID, texts)).toBe(cards[0]);
    expect(drawings).toHaveLength(1);
    await drawCard(ID, { ...texts, place: 'Parque' });
    expect(drawings).toHaveLength(2);
  });
});
