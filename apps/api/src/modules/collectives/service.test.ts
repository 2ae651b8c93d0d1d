import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, aMember, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { noise, plainPng } from '../../../test/pictures.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { setTrust } from '../../../test/trust.ts';
import { imageUrl } from '../../platform/images/picture.ts';
import { images } from '../../platform/images/schema.ts';
import { activities } from '../activities/schema.ts';
import { auditLog } from '../administration/schema.ts';
import { teams } from '../teams/schema.ts';
import { collectiveFollowers, collectives } from './schema.ts';

describe('collectives', async () => {
  const app = await testApp();
  const { db } = app.platform;
  type Headers = Record<string, string>;

  const send = (
    method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    headers: Headers,
    payload?: object,
  ) => app.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) });
  const create = (fields: object, headers: Headers) => send('POST', '/collectives', headers, fields);
  const read = (slug: string, headers: Headers = {}) =>
    app.inject({ url: `/api/collectives/${slug}`, headers });
  const list = async (query: string, headers: Headers = {}) => {
    const reply = await app.inject({ url: `/api/collectives?${query}`, headers });
    return (reply.json() as { name: string; status: string }[]).map(({ name, status }) => [name, status]);
  };
  const NOT_FOUND = { status: 404, code: 'NOT_FOUND', message: 'Colectivo no encontrado' };
  let number = 0;
  const aName = (text: string) => `${text} ${++number}`;

  describe('creating a collective', () => {
    it('makes its creator the owner and gives it an address', async () => {
      const { headers, user } = await signedIn(db);
      const fields = {
        name: '  Fundación  Río Vivo ',
        description: 'Limpiamos\r\nel río.',
        place: 'Popayán',
        website: 'https://riovivo.example/',
        whatsapp: '300 123 4567',
        isVerified: true,
        slug: 'otro',
        status: 'inactive',
        myRole: 'door',
      };
      const reply = await create(fields, headers);
      expect(reply.statusCode).toBe(201);
      expect(reply.json()).toEqual({
        _id: expect.any(String),
        slug: 'fundacion-rio-vivo',
        name: 'Fundación Río Vivo',
        description: 'Limpiamos\nel río.',
        place: 'Popayán',
        website: 'https://riovivo.example/',
        whatsapp: '+573001234567',
        image: null,
        picture: null,
        isVerified: false,
        status: 'active',
        myRole: 'owner',
        isFollowing: false,
        followMail: null,
        followers: 0,
        upcoming: 0,
        createdAt: NOON.toISOString(),
      });
      expect((await read('fundacion-rio-vivo')).json()).toMatchObject({
        myRole: null,
        name: 'Fundación Río Vivo',
      });
      const members = await app.inject({ url: '/api/collectives/fundacion-rio-vivo/members', headers });
      expect(members.json()).toEqual([{ user: { _id: user.id, username: user.username }, role: 'owner' }]);
    });

    it('needs no more than a name, and gives equal names different addresses, also at once', async () => {
      const { headers } = await signedIn(db);
      const replies = await concurrently(6, () => create({ name: 'Mingueros del Sur' }, headers));
      expect(tally(replies)).toEqual({ 201: 6 });
      expect(replies.map(reply => reply.json().slug as string).sort()).toEqual([
        'mingueros-del-sur',
        ...[2, 3, 4, 5, 6].map(suffix => `mingueros-del-sur-${suffix}`),
      ]);
      expect(replies[0]?.json()).toMatchObject({ description: '', place: '', website: null, whatsapp: null });
    });

    it('stores a picture that everybody sees', async () => {
      const { headers } = await signedIn(db);
      const { payload, headers: form } = await multipartOf(
        { name: aName('Con foto') },
        { name: 'image', bytes: await plainPng(40, 30) },
      );
      const reply = await app.inject({
        method: 'POST',
        url: '/api/collectives',
        payload,
        headers: { ...headers, ...form },
      });
      expect(reply.statusCode).toBe(201);
      expect((await app.inject(reply.json().image)).statusCode).toBe(200);
    });

    it.each([
      [{}, 'El nombre es requerido'],
      [{ name: ' ' }, 'El nombre es requerido'],
      [{ name: 'a'.repeat(81) }, 'El nombre debe tener como máximo 80 caracteres'],
      [{ name: 'Gana en estafa.com' }, 'El nombre no puede llevar direcciones web'],
      [{ description: 'a'.repeat(1001) }, 'La descripción debe tener como máximo 1.000 caracteres'],
      [{ place: 'a'.repeat(41) }, 'El lugar debe tener como máximo 40 caracteres'],
      [{ website: 'http://riovivo.example' }, 'La página web debe comenzar con https://'],
      [{ website: 'javascript:alert(1)' }, 'La página web debe comenzar con https://'],
      [
        { website: 'https://semillas' },
        'Escribe la dirección completa de la página web, como https://ejemplo.org',
      ],
      [
        { whatsapp: '12' },
        'Ingresa un teléfono válido o un enlace que comience con https://chat.whatsapp.com/',
      ],
      [
        { whatsapp: 'https://malo.example/x' },
        'Ingresa un teléfono válido o un enlace que comience con https://chat.whatsapp.com/',
      ],
    ])('rejects %j', async (fields, sentence) => {
      const { headers } = await signedIn(db);
      const before = await db.$count(collectives);
      const withName =
        Object.keys(fields).length === 0 || 'name' in fields ? fields : { name: 'Río', ...fields };
      expect(errorOf(await create(withName, headers))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [sentence],
      });
      expect(await db.$count(collectives)).toBe(before);
    });
  });

  // docs/rules.md R14.2
  describe('a name that imitates a verified collective', () => {
    it.each([
      'Cruz Verde del Cauca',
      'CRUZ  VERDE DEL CÁUCA',
      'Cruz Verde del Cauca Oficial',
      'Cruz Verde de1 Cauca',
      'Сruz Vеrdе dеl Сauса',
      'Ｃｒｕｚ Verde deI 𝐂auca',
      'Crυz Verdɛ del Caʋca',
      'CRUZ VΕRDE DΕL CAUCA',
    ])('%s waits for an admin and is seen by its members and admins only', async name => {
      await db.delete(collectives).where(eq(collectives.isVerified, true));
      await aCollective(db, { name: 'Cruz Verde del Cauca', isVerified: true });
      const { headers } = await signedIn(db);
      const { slug, status, _id } = (await create({ name }, headers)).json();
      expect(status).toBe('held');
      expect(errorOf(await read(slug))).toEqual(NOT_FOUND);
      expect((await read(slug, headers)).json().myRole).toBe('owner');
      const admin = await signedIn(db, { role: 'admin' });
      expect((await read(slug, admin.headers)).json().status).toBe('held');
      expect(await list(`q=${encodeURIComponent(name)}`)).not.toContainEqual([expect.anything(), 'held']);
      expect(await list('mias=true', headers)).toEqual([[name.replace(/\s+/g, ' '), 'held']]);
      await send('PATCH', `/admin-panel/collectives/${_id}/status`, admin.headers, { isActive: true });
      expect((await read(slug)).json().status).toBe('active');
    });

    it('is held as well if a word mixes alphabets, and not if words are of one each', async () => {
      const { headers } = await signedIn(db);
      const statusOf = async (name: string) => (await create({ name }, headers)).json().status;
      expect(await statusOf('Dеfensa Civil')).toBe('held');
      for (const name of ['Çxhab Wala Kwe’sx', 'Друзья del río', 'Ñuñoa', 'Ομάδα'])
        expect([name, await statusOf(name)]).toEqual([name, 'active']);
    });

    it('is free for its own owners and for other names', async () => {
      const { ownerId } = await aCollective(db, { name: 'Guardianas del Páramo', isVerified: true });
      const { headers } = await signedIn(db);
      expect((await create({ name: 'Guardianas del Bosque Seco' }, headers)).json().status).toBe('active');
      const { slug } = (await create({ name: aName('Otra cosa') }, headers)).json();
      const renamed = await send('PUT', `/collectives/${slug}`, headers, { name: 'Guardianas del Páramo 2' });
      expect(renamed.json().status).toBe('held');
      const back = await send('PUT', `/collectives/${slug}`, headers, { name: 'Vecinas de La Paz' });
      expect(back.json().status).toBe('active');
      await aMember(db, { teamId: back.json()._id, userId: ownerId, role: 'owner' });
    });
  });

  describe('editing a collective', () => {
    // docs/rules.md R14.1
    it('leaves what is left out, clears by null, keeps the address and loses the verification with the name', async () => {
      const { headers, user } = await signedIn(db);
      const { slug, id } = await aCollective(db, {
        ownerId: user.id,
        name: aName('Semillas'),
        isVerified: true,
      });
      const same = (await read(slug)).json().name;
      const edit = async (fields: object) =>
        (await send('PUT', `/collectives/${slug}`, headers, fields)).json();
      expect(await edit({ name: same, website: 'https://semillas.example' })).toMatchObject({
        isVerified: true,
        place: 'Popayán',
        website: 'https://semillas.example',
      });
      expect(
        await edit({ name: same, place: null, website: '', whatsapp: 'https://chat.whatsapp.com/AbC' }),
      ).toMatchObject({
        place: '',
        website: null,
        whatsapp: 'https://chat.whatsapp.com/AbC',
        description: 'Sembramos.',
      });
      expect(await edit({ name: `${same} Nuevas` })).toMatchObject({ slug, isVerified: false });
      expect(errorOf(await send('PUT', `/collectives/${slug}`, headers, {}))).toMatchObject({
        status: 400,
        message: ['El nombre es requerido'],
      });
      await aMember(db, { teamId: id, userId: (await aUser(db)).id, role: 'organizer' });
    });

    it('replaces and removes the picture', async () => {
      const { headers, user } = await signedIn(db);
      const { slug, name } = await aCollective(db, { ownerId: user.id });
      const { payload, headers: form } = await multipartOf(
        { name },
        { name: 'image', bytes: await plainPng(40, 30) },
      );
      const put = { method: 'PUT', url: `/api/collectives/${slug}`, payload } as const;
      const reply = await app.inject({ ...put, headers: { ...headers, ...form } });
      const { image } = reply.json();
      expect((await app.inject(image)).statusCode).toBe(200);
      const removed = await send('PUT', `/collectives/${slug}`, headers, { name, removeImage: true });
      expect(removed.json().image).toBeNull();
      expect((await app.inject(image)).statusCode).toBe(404);
      const [, , imageId = ''] = (image as string).split('/');
      expect(await db.select().from(images).where(eq(images.id, imageId))).toMatchObject([{ isUsed: false }]);
    });
  });

  describe('deleting a collective', () => {
    it('leaves its activities to their authors and its address unused', async () => {
      const { headers, user } = await signedIn(db);
      const { slug, id, name } = await aCollective(db, { ownerId: user.id, name: aName('Pasajera') });
      const author = await signedIn(db);
      const activity = await anActivity(db, { ownerId: author.user.id, collectiveId: id });
      expect((await app.inject(`/api/tasks/${activity.id}`)).json().collective).toEqual({
        _id: id,
        slug,
        name,
        isVerified: false,
      });
      expect((await send('DELETE', `/collectives/${slug}`, headers)).statusCode).toBe(204);
      expect(errorOf(await read(slug))).toEqual({
        status: 404,
        code: 'DELETED',
        message: 'Este colectivo fue eliminado',
      });
      expect((await app.inject(`/api/tasks/${activity.id}`)).json().collective).toBeNull();
      expect(await db.select().from(teams).where(eq(teams.id, id))).toEqual([]);
      const again = (await create({ name }, headers)).json();
      expect(again.slug).not.toBe(slug);
    });
  });

  describe('following', () => {
    it('is a daily digest unless it is chosen, counts followers, and ends', async () => {
      const { slug, id } = await aCollective(db);
      const { headers, user } = await signedIn(db);
      const follow = (payload?: object) => send('PUT', `/collectives/${slug}/follow`, headers, payload);
      expect((await follow()).statusCode).toBe(204);
      expect((await read(slug, headers)).json()).toMatchObject({
        isFollowing: true,
        followMail: 'diario',
        followers: 1,
      });
      await follow({ mail: 'nunca' });
      await follow({});
      expect((await read(slug, headers)).json()).toMatchObject({ followMail: 'nunca', followers: 1 });
      expect((await read(slug)).json()).toMatchObject({ isFollowing: false, followMail: null, followers: 1 });
      expect(errorOf(await follow({ mail: 'siempre' }))).toMatchObject({
        status: 400,
        message: ['Elige «inmediato», «diario» o «nunca»'],
      });
      const download = await app.inject({ url: '/api/auth/data', headers });
      expect(download.json().collectives).toEqual([
        { slug, name: expect.any(String), role: null, followMail: 'nunca' },
      ]);
      for (let time = 0; time < 2; time += 1)
        expect((await send('DELETE', `/collectives/${slug}/follow`, headers)).statusCode).toBe(204);
      expect((await read(slug)).json().followers).toBe(0);
      await follow();
      await db.delete(collectiveFollowers).where(eq(collectiveFollowers.userId, user.id));
      expect((await db.select().from(collectives).where(eq(collectives.id, id))).length).toBe(1);
    });
  });

  describe('the list', () => {
    it('has active collectives, verified ones first, finds by the beginnings of words, and counts what is to come', async () => {
      const tag = aName('Zurdo').replace(' ', '');
      const { id } = await aCollective(db, { name: `${tag} Beta` });
      await aCollective(db, { name: `${tag} Gama`, isVerified: true });
      await aCollective(db, { name: `${tag} Alfa`, description: 'Árboles nativos' });
      await aCollective(db, { name: `${tag} Delta`, status: 'inactive' });
      await aCollective(db, { name: `${tag} Épsilon`, status: 'held' });
      await anActivity(db, { collectiveId: id });
      await anActivity(db, { collectiveId: id, status: 'rejected', rejectionReason: 'No' });
      await anActivity(db, { collectiveId: id, date: new Date('2026-01-01T14:00:00Z') });
      expect(await list(`q=${tag.toLowerCase()}`)).toEqual([
        [`${tag} Gama`, 'active'],
        [`${tag} Alfa`, 'active'],
        [`${tag} Beta`, 'active'],
      ]);
      expect(await list(`q=${encodeURIComponent(`arboles ${tag}`)}`)).toEqual([[`${tag} Alfa`, 'active']]);
      expect(await list('q=rboles')).toEqual([]);
      const page = await app.inject(`/api/collectives?q=${tag}&limit=1&offset=2`);
      expect([page.headers['x-total-count'], page.json()[0].upcoming]).toEqual(['3', 1]);
      expect(errorOf(await app.inject('/api/collectives?mias=si'))).toMatchObject({ status: 400 });
      expect(await list('mias=true')).toEqual([]);
    });
  });

  describe('an admin', () => {
    it('verifies and deactivates, which the audit log records', async () => {
      const { headers, user } = await signedIn(db, { role: 'admin' });
      const owner = await signedIn(db);
      const { slug, id } = await aCollective(db, { ownerId: owner.user.id });
      const activity = await anActivity(db, { collectiveId: id });
      const change = (path: string, payload: object) =>
        send('PATCH', `/admin-panel/collectives/${id}/${path}`, headers, payload);
      expect((await change('verification', { isVerified: true })).json().isVerified).toBe(true);
      expect((await change('status', { isActive: false })).json().status).toBe('inactive');
      for (const viewer of [{}, owner.headers, headers])
        expect(errorOf(await read(slug, viewer))).toEqual(NOT_FOUND);
      expect(errorOf(await send('PUT', `/collectives/${slug}`, owner.headers, { name: 'Otra' }))).toEqual(
        NOT_FOUND,
      );
      // The activity stays, but roles in a deactivated collective have no effect.
      const shown = await app.inject({ url: `/api/tasks/${activity.id}`, headers: owner.headers });
      expect(shown.json()).toMatchObject({ collective: null, canManage: false, canCheckIn: false });
      const rows = await db.select().from(auditLog).where(eq(auditLog.targetId, id));
      expect(rows.map(({ action, actorId }) => [action, actorId])).toEqual([
        ['collective.verify', user.id],
        ['collective.deactivate', user.id],
      ]);
      const all = await app.inject({ url: `/api/admin-panel/collectives?status=inactive`, headers });
      expect(all.json()).toContainEqual(expect.objectContaining({ _id: id, status: 'inactive' }));
      await change('status', { isActive: true });
      const again = await app.inject({ url: `/api/tasks/${activity.id}`, headers: owner.headers });
      expect(again.json()).toMatchObject({ collective: { _id: id }, canManage: true });
      const unknown = '01930000-0000-7000-8000-00000000000a';
      const reply = await send('PATCH', `/admin-panel/collectives/${unknown}/status`, headers, {
        isActive: true,
      });
      expect(errorOf(reply)).toEqual(NOT_FOUND);
      expect(await db.select().from(activities).where(eq(activities.collectiveId, id))).toHaveLength(1);
    });
  });
});

describe('held', async () => {
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
});
