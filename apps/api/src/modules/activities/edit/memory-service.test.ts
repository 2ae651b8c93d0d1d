import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../../test/app.ts';
import { aCollective, aMember, anActivity, aUser, signedIn } from '../../../../test/factories.ts';
import { formOf } from '../../../../test/multipart.ts';
import { plainPng } from '../../../../test/pictures.ts';
import { concurrently, errorOf } from '../../../../test/requests.ts';
import { images } from '../../../platform/images/schema.ts';
import { activities, activityMemories, activityMemoryImages } from '../schema.ts';
import { editMemoryImages } from './memory-service.ts';

const app = await testApp();
const prior = await testApp({ MODERATION: 'prior' });
const { db } = app.platform;
const STARTED = new Date(NOON.getTime() - 60_000);
const HOUR_MS = 3_600_000;
const photo = await plainPng(40, 30);

type Headers = Record<string, string>;
interface Sent {
  readonly text?: string;
  readonly keep?: string | readonly string[];
  readonly images?: readonly Buffer[];
}

beforeEach(() => app.setNow(NOON));

async function put(id: string, { images: files = [], ...fields }: Sent, headers: Headers, to = app) {
  const form = await formOf(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map(one => [name, one] as const)),
    files.map(bytes => ({ name: 'images', bytes })),
  );
  return to.put(`/api/tasks/${id}/memory`, form.payload, { ...form.headers, ...headers });
}

/** Creates an activity that has just started, with its organiser's session. */
async function started(values: Partial<typeof activities.$inferInsert> = {}, inDb = db) {
  const { user, headers } = await signedIn(inDb);
  const { id } = await anActivity(inDb, { ownerId: user.id, date: STARTED, ...values });
  return { id, owner: headers };
}

const read = async (id: string, headers: Headers = {}) => (await app.get(`/api/tasks/${id}`, headers)).json();
const usedImages = () => db.$count(images, eq(images.isUsed, true));
const idsOf = (reply: { json: () => { memory: { images: { _id: string }[] } } }) =>
  reply.json().memory.images.map(({ _id }) => _id);

describe('PUT /tasks/{id}/memory', () => {
  it('stores text and pictures, which everybody sees in the response about the activity alone', async () => {
    const { id, owner } = await started();
    expect((await read(id)).memory).toBeNull();
    const reply = await put(id, { text: ' Sembramos\r\n300. ', images: [photo, photo] }, owner);
    expect(reply.statusCode).toBe(200);
    const { memory } = reply.json();
    expect(memory).toEqual({
      text: 'Sembramos\n300.',
      images: [1, 2].map(() => ({ _id: expect.any(String), url: expect.stringMatching(/\/40\.webp$/) })),
    });
    expect((await read(id)).memory).toEqual(memory);
    for (const { url } of memory.images) expect((await app.inject(url)).statusCode).toBe(200);
    const listed = (await app.inject('/api/tasks/search?date=pasadas')).json();
    expect(listed.some((one: object) => 'memory' in one)).toBe(false);
    const page = await app.inject(`/actividades/${id}`);
    expect(page.body).toContain('Sembramos');
  });

  it('keeps pictures in the order given, then the new ones, and removes the others', async () => {
    const { id, owner } = await started();
    const before = await usedImages();
    const [first = '', second = '', third = ''] = idsOf(
      await put(id, { images: [photo, photo, photo] }, owner),
    );
    const asJson = JSON.stringify([third.toUpperCase(), first]);
    const after = idsOf(await put(id, { text: 'Uno', keep: asJson, images: [photo] }, owner));
    expect(after).toEqual([third, first, expect.any(String)]);
    expect(after).not.toContain(second);
    expect((await app.inject(`/imagenes/${second}/40.webp`)).statusCode).toBe(404);
    expect(idsOf(await put(id, { keep: [first, third] }, owner))).toEqual([first, third]);
    expect(idsOf(await put(id, { keep: `${third}, ${first}` }, owner))).toEqual([third, first]);
    expect(await usedImages()).toBe(before + 2);
    app.setNow(new Date(NOON.getTime() + HOUR_MS + 1));
    expect(await app.platform.images.sweep()).toBe(2);
    const json = await app.put(`/api/tasks/${id}/memory`, { text: 'Como JSON', keep: [first] }, owner);
    expect(json.json().memory).toMatchObject({ text: 'Como JSON', images: [{ _id: first }] });
  });

  it('without text and pictures removes the memory', async () => {
    const { id, owner } = await started();
    await put(id, { text: 'Sembramos', images: [photo] }, owner);
    expect((await put(id, { text: '  ' }, owner)).json().memory).toBeNull();
    expect(await db.$count(activityMemories, eq(activityMemories.activityId, id))).toBe(0);
  });

  it('is for organisers of a role too, and not for strangers and door keepers', async () => {
    const { id: collectiveId } = await aCollective(db);
    const { id, owner } = await started({ collectiveId });
    const [organizer, door, stranger] = await Promise.all([1, 2, 3].map(() => signedIn(db)));
    await aMember(db, { teamId: collectiveId, userId: organizer?.user.id ?? '', role: 'organizer' });
    await aMember(db, { teamId: collectiveId, userId: door?.user.id ?? '', role: 'door' });
    const before = await db.$count(images);
    for (const caller of [door, stranger])
      expect((await put(id, { images: [photo] }, caller?.headers ?? {})).statusCode).toBe(403);
    expect((await put(id, { images: [photo] }, {})).statusCode).toBe(401);
    expect(await db.$count(images)).toBe(before);
    expect((await put(id, { text: 'Del equipo' }, organizer?.headers ?? {})).statusCode).toBe(200);
    expect((await read(id, owner)).memory.text).toBe('Del equipo');
    expect((await put((await aUser(db)).id, { text: 'x' }, owner)).statusCode).toBe(404);
  });

  it('is possible from the start on', async () => {
    const { id, owner } = await started({ date: new Date(NOON.getTime() + 1) });
    const before = await db.$count(images);
    expect(errorOf(await put(id, { text: 'Ya', images: [photo] }, owner))).toEqual({
      status: 409,
      code: 'NOT_NOW',
      message: 'La memoria se escribe desde que comienza la actividad',
    });
    expect(await db.$count(images)).toBe(before);
    app.setNow(new Date(NOON.getTime() + 1));
    expect((await put(id, { text: 'Ya' }, owner)).statusCode).toBe(200);
  });

  const cut = photo.subarray(0, 60);
  it.each<[string, Sent, number, string]>([
    ['13 new pictures', { images: Array(13).fill(photo) }, 400, 'Envía como máximo 12 imágenes'],
    ['a long text', { text: 'a'.repeat(2001) }, 400, 'debe tener como máximo 2.000 caracteres'],
    ['no ids', { keep: 'una, dos' }, 400, 'Identificador no válido'],
    ['no list', { keep: '[1' }, 400, 'deben ser una lista'],
    ['a foreign picture', { keep: '0199aaaa-0000-7000-8000-000000000009' }, 400, 'ya no está en la memoria'],
    ['a text as a picture', { images: [Buffer.from('no')] }, 415, 'solo archivos de imagen'],
    ['a cut picture among good ones', { images: [photo, cut, photo] }, 400, 'Foto 2: '],
    ['a large file', { images: [photo, Buffer.alloc(5 * 1024 * 1024 + 1)] }, 413, 'demasiado grande'],
  ])('rejects %s, changes nothing and leaves nothing behind', async (_what, sent, status, message) => {
    const { id, owner } = await started();
    const before = (await put(id, { text: 'Antes', images: [photo] }, owner)).json().memory;
    const used = await usedImages();
    const { message: said, ...error } = errorOf(await put(id, sent, owner));
    expect([error.status, [said].flat().join(' ')]).toEqual([status, expect.stringContaining(message)]);
    expect((await read(id)).memory).toEqual(before);
    expect(await usedImages()).toBe(used);
    app.setNow(new Date(NOON.getTime() + 3 * HOUR_MS));
    await app.platform.images.sweep();
    expect(await db.$count(images)).toBe(used);
  });

  it('rejects a thirteenth picture besides those that stay, before any is processed', async () => {
    const { id, owner } = await started();
    const kept = idsOf(await put(id, { images: Array(7).fill(photo) }, owner));
    const before = await db.$count(images);
    expect(errorOf(await put(id, { keep: kept, images: Array(6).fill(photo) }, owner))).toMatchObject({
      status: 400,
      message: ['La memoria puede tener como máximo 12 fotos'],
    });
    expect(await db.$count(images)).toBe(before);
    const full = idsOf(await put(id, { keep: kept, images: Array(5).fill(photo) }, owner));
    expect(full.slice(0, 7)).toEqual(kept);
    expect(full).toHaveLength(12);
  });

  it('of another activity lends no pictures', async () => {
    const one = await started();
    const [foreign = ''] = idsOf(await put(one.id, { images: [photo] }, one.owner));
    const two = await started();
    expect((await put(two.id, { keep: foreign }, two.owner)).statusCode).toBe(400);
    expect((await read(one.id)).memory.images).toHaveLength(1);
  });

  it('by two organisers at once is one of theirs, whole, and leaves no picture in use that is not shown', async () => {
    const { id, owner } = await started();
    const used = await usedImages();
    const replies = await concurrently(6, index =>
      put(id, { text: `Versión ${index}`, images: Array(1 + (index % 2)).fill(photo) }, owner).then(reply =>
        // One account may run two uploads at a time.
        reply.statusCode === 429 ? null : reply,
      ),
    );
    const written = replies.filter(reply => reply !== null);
    expect(written.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(written.length).toBeGreaterThan(1);
    const { text, images: shown } = (await read(id)).memory;
    expect(shown).toHaveLength(1 + (Number(text.split(' ')[1]) % 2));
    expect(await usedImages()).toBe(used + shown.length);
    const again = await concurrently(2, () => put(id, { keep: shown[0]._id }, owner));
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(await db.$count(activityMemoryImages, eq(activityMemoryImages.activityId, id))).toBe(1);
  });
});

describe('a memory', () => {
  it('is hidden with its pictures while its activity is rejected, and removed with it', async () => {
    const { id, owner } = await started();
    const { memory } = (await put(id, { text: 'Sembramos', images: [photo] }, owner)).json();
    const hidden = { status: 'rejected', rejectionReason: 'Spam' } as const;
    await db.update(activities).set(hidden).where(eq(activities.id, id));
    expect((await app.inject(memory.images[0].url)).statusCode).toBe(404);
    expect((await app.get(memory.images[0].url, owner)).statusCode).toBe(200);
    expect((await app.inject(`/api/tasks/${id}`)).statusCode).toBe(404);
    const used = await usedImages();
    const removed = await app.delete(`/api/tasks/${id}`, owner);
    expect(removed.statusCode).toBe(204);
    expect(await usedImages()).toBe(used - 1);
    expect((await app.get(memory.images[0].url, owner)).statusCode).toBe(404);
  });

  it('makes an approved activity wait for review under prior moderation', async () => {
    const { id, owner } = await started({ status: 'approved' }, prior.platform.db);
    expect((await put(id, { text: 'Sembramos' }, owner, prior)).json()).toMatchObject({
      status: 'pending',
      memory: { text: 'Sembramos' },
    });
    expect((await prior.inject(`/api/tasks/${id}`)).statusCode).toBe(404);
  });

  it('stays below thirteen pictures in the database', async () => {
    const { id, owner } = await started();
    const [imageId = ''] = idsOf(await put(id, { images: [photo] }, owner));
    const thirteenth = { activityId: id, position: 12, imageId };
    await expect(db.insert(activityMemoryImages).values(thirteenth)).rejects.toThrow();
  });
});

it.each([
  [['a', 'b'], ['b'], ['c'], { imageIds: ['b', 'c'], removed: ['a'], hasUnknown: false }],
  [['a', 'b'], ['B', 'a'], [], { imageIds: ['b', 'a'], removed: [], hasUnknown: false }],
  [['a'], ['x'], [], { imageIds: ['x'], removed: ['a'], hasUnknown: true }],
  [[], [], ['c'], { imageIds: ['c'], removed: [], hasUnknown: false }],
])('of %j, %j kept and %j added makes %j', (current, kept, added, expected) => {
  expect(editMemoryImages(current, kept, added)).toEqual(expected);
});
