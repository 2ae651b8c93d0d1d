import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { aCollective, signedIn } from '../../../test/factories.ts';
import { noise } from '../../../test/pictures.ts';
import { setTrust } from '../../../test/trust.ts';
import { imageUrl } from '../../platform/images/urls.ts';
import { collectives } from './schema.ts';

const app = await testApp();
const { db } = app.platform;
const admin = await signedIn(db, { role: 'admin' });
const owner = await signedIn(db);
let number = 0;

const send = (method: 'POST' | 'PUT' | 'PATCH', path: string, payload: object, headers = owner.headers) =>
  app.inject({ method, url: `/api${path}`, headers, payload });
const create = async (changes: object) =>
  (await send('POST', '/collectives', { name: `Vecinas ${++number}`, ...changes })).json();
const activate = (id: string, isActive = true) =>
  send('PATCH', `/admin-panel/collectives/${id}/status`, { isActive }, admin.headers);
const statusFor = async (slug: string, headers: Record<string, string> = {}) =>
  (await app.inject({ url: `/api/collectives/${slug}`, headers })).statusCode;

beforeEach(() => setTrust(db, { heldWords: ['casino'], heldDomains: ['apuestas.example'] }));

describe('a collective', () => {
  it.each<[name: string, changes: object, hold: object]>([
    ['name', { name: 'Casino del Sur' }, { kind: 'word', term: 'casino' }],
    ['description', { description: 'Un CASINO' }, { kind: 'word', term: 'casino' }],
    ['website', { website: 'https://www.apuestas.example/' }, { kind: 'domain', term: 'apuestas.example' }],
  ])('with a held %s waits for an admin, who sees why', async (_name, changes, hold) => {
    const { _id, slug, ...created } = await create(changes);
    expect(created).toMatchObject({ status: 'held' });
    expect(created).not.toHaveProperty('hold');
    expect([await statusFor(slug), await statusFor(slug, owner.headers)]).toEqual([404, 200]);
    const listed = await app.inject({
      url: '/api/admin-panel/collectives?status=held',
      headers: admin.headers,
    });
    expect(listed.json()).toContainEqual(expect.objectContaining({ _id, hold }));
    expect((await activate(_id)).json()).not.toHaveProperty('hold');
    expect(await statusFor(slug)).toBe(200);
  });

  it('is held again by an edit that brings a held word in, until the admin decides', async () => {
    const { _id, slug, name } = await create({});
    const edit = async (changes: object) =>
      (await send('PUT', `/collectives/${slug}`, { name, ...changes })).json().status;
    expect(await edit({ description: 'Sembramos' })).toBe('active');
    expect(await edit({ description: 'Casino' })).toBe('held');
    expect(await edit({ description: 'Sembramos', name: `${name} nuevo` })).toBe('held');
    await activate(_id);
    expect(await edit({ description: 'Casino' })).toBe('held');
    await activate(_id);
    expect(await edit({ description: 'Casino otra vez' })).toBe('active');
  });

  it('that is deactivated keeps the reason until it is activated', async () => {
    const { _id } = await create({ name: 'Casino del Norte' });
    await activate(_id, false);
    const [row] = await db.select().from(collectives).where(eq(collectives.id, _id));
    expect(row).toMatchObject({ status: 'inactive', holdTerm: 'casino' });
    expect((await activate(_id)).json().status).toBe('active');
  });

  it('shows its picture to members and admins while it is held', async () => {
    const { images } = app.platform;
    const { id: imageId } = await images.save(await noise(40, 40).png().toBuffer());
    await images.claim(db, imageId);
    const held = { status: 'held', holdKind: 'word', holdTerm: 'casino' } as const;
    const { id } = await aCollective(db, { ...held, imageId, ownerId: owner.user.id });
    const stranger = await signedIn(db);
    const seen = () =>
      Promise.all(
        [{}, stranger.headers, owner.headers, admin.headers].map(
          async headers => (await app.inject({ url: imageUrl(imageId, 40), headers })).statusCode,
        ),
      );
    expect(await seen()).toEqual([404, 404, 200, 200]);
    await activate(id);
    expect(await seen()).toEqual([200, 200, 200, 200]);
  });
});
