import { IMAGE_BYTES_MAX } from '@minga/contract/images';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aMember, anActivity, anAttendance, aUser, signedIn } from '../../../test/factories.ts';
import { multipartOf } from '../../../test/multipart.ts';
import { noise, plainPng } from '../../../test/pictures.ts';
import { errorOf } from '../../../test/requests.ts';
import { imageUrl, previewImageUrl } from '../../platform/images/picture.ts';
import { images } from '../../platform/images/schema.ts';
import { activities } from './schema.ts';

describe('routes', async () => {
  const database = await testDatabase();
  const app = await testApp({}, database);
  /** An app whose limits allow a twentieth of the calls. */
  const limited = await testApp({ RATE_LIMIT_FACTOR: '0.05' }, database);
  const { db } = app.platform;

  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({ url: `/api/tasks${url}`, headers });
  const publish = (payload: object, headers: Record<string, string>) =>
    app.inject({ method: 'POST', url: '/api/tasks', payload, headers });
  const upload = async (
    fields: Record<string, string>,
    file: Buffer | null,
    headers: Record<string, string>,
  ) => {
    const form = await multipartOf(fields, file && { name: 'image', bytes: file });
    return app.inject({
      method: 'POST',
      url: '/api/tasks',
      ...form,
      headers: { ...form.headers, ...headers },
    });
  };
  const fields = (values: object = {}) => ({
    title: 'Limpieza del río Cauca',
    description: 'Guantes y botas.',
    place: 'Puente del Humilladero',
    date: '2026-12-05T14:00:00.000Z',
    responsible: ['Ana', 'Luis'],
    ...values,
  });

  beforeEach(() => {
    for (const each of [app, limited]) each.setNow(NOON);
  });

  // docs/rules.md R3.9
  it('an account publishes 60 activities an hour in every way, of which a series is one', async () => {
    const { headers } = await signedIn(db);
    const { token } = (
      await app.inject({
        method: 'POST',
        url: '/api/auth/tokens',
        headers,
        payload: { name: 'Publicar', scope: 'write', expiresAt: new Date(NOON.getTime() + 86_400_000) },
      })
    ).json();
    const form = await multipartOf({ ...fields(), responsible: 'Ana' }, null);
    const post = (sent: Record<string, string>, payload: object | Buffer) =>
      limited.inject({ method: 'POST', url: '/api/tasks', headers: sent, payload });
    const ways = [
      () => post(headers, fields()),
      () => post({ authorization: `Bearer ${token}` }, fields()),
      () => post({ ...headers, ...form.headers }, form.payload),
      () => post(headers, fields({ repeat: { frequency: 'weekly', interval: 1, count: 5 } })),
    ];
    for (const way of [ways[3], ways[1], ways[2]]) expect((await way?.())?.statusCode).toBe(201);
    for (const way of ways) {
      const refused = await way();
      expect(errorOf(refused)).toMatchObject({
        status: 429,
        code: 'RATE_LIMITED',
        message: expect.stringMatching(/^Ya publicaste muchas actividades en esta hora\. Espera \d+ minutos/),
      });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000);
    }
    const invalid = await post(headers, fields({ title: '' }));
    expect(invalid.statusCode).toBe(400);
    const other = await signedIn(db);
    expect((await post(other.headers, fields())).statusCode).toBe(201);
  });

  describe('POST /tasks', () => {
    it('publishes, and ignores fields that are not writable', async () => {
      const { user, headers } = await signedIn(db);
      const other = await aUser(db);
      const forged = { status: 'approved', user: other.id, isPromoted: true, _id: other.id, isOwner: false };
      const reply = await publish(
        fields({ title: '  Limpieza  ', responsible: [' Ana ', '', 'Luis'], ...forged }),
        headers,
      );
      expect(reply.statusCode).toBe(201);
      expect(reply.json()).toEqual({
        _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
        shortId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{7}$/),
        accessibility: [],
        chatUrl: null,
        selfCheckIn: false,
        source: null,
        isFederated: true,
        title: 'Limpieza',
        description: 'Guantes y botas.',
        place: 'Puente del Humilladero',
        date: '2026-12-05T14:00:00.000Z',
        endDate: null,
        series: null,
        location: null,
        directions: '',
        isLocationPrivate: false,
        questions: [],
        needs: [],
        goals: [],
        memory: null,
        hasQuestions: false,
        hasNeeds: false,
        missing: null,
        needsRequired: false,
        contact: 'email',
        capacity: null,
        companionsMax: 0,
        hasWaitingList: true,
        asksAgain: false,
        places: { taken: 0, free: null, waiting: 0 },
        category: null,
        tags: [],
        responsible: ['Ana', 'Luis'],
        image: null,
        picture: null,
        isPromoted: false,
        promotion: null,
        status: 'pending',
        user: { _id: user.id, username: user.username, email: user.email },
        isOwner: true,
        canManage: true,
        canCheckIn: true,
        collective: null,
        createdAt: NOON.toISOString(),
        updatedAt: NOON.toISOString(),
      });
    });

    it('accepts a multipart form with a picture, a UTC date and responsible people as JSON text', async () => {
      const { headers } = await signedIn(db);
      const form = { ...fields(), date: 'Sat, 05 Dec 2026 14:00:00 GMT', responsible: '["Ana","Luis"]' };
      const reply = await upload(form, await plainPng(900, 500), headers);
      expect(reply.statusCode).toBe(201);
      const activity = reply.json();
      expect(activity).toMatchObject({ date: '2026-12-05T14:00:00.000Z', responsible: ['Ana', 'Luis'] });
      expect(activity.picture).toMatchObject({ width: 900, height: 500, widths: [320, 640, 900] });
      const file = await app.inject({ url: activity.image });
      expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(file.headers['cache-control']).toContain('max-age=31536000');
    });

    it('treats an empty file field as no picture', async () => {
      const { headers } = await signedIn(db);
      const reply = await upload({ ...fields(), responsible: 'Ana, Luis' }, Buffer.alloc(0), headers);
      expect([reply.statusCode, reply.json().image, reply.json().responsible]).toEqual([
        201,
        null,
        ['Ana', 'Luis'],
      ]);
    });

    it.each([
      [{ title: undefined }, 'El título es requerido'],
      [{ title: '   ' }, 'El título es requerido'],
      [{ title: 'a'.repeat(91) }, 'El título debe tener como máximo 90 caracteres'],
      [{ place: 'a'.repeat(41) }, 'El lugar debe tener como máximo 40 caracteres'],
      [{ description: 'a'.repeat(2001) }, 'La descripción debe tener como máximo 2.000 caracteres'],
      [{ date: undefined }, 'La fecha es requerida'],
      [{ date: 'mañana' }, 'La fecha no es válida'],
      [{ date: '2026-13-45T00:00:00Z' }, 'La fecha no es válida'],
      [{ date: '+275760-09-13T00:00:00Z' }, 'La fecha no es válida'],
      [{ date: '2026-11-21T04:59:59.000Z' }, 'No puedes seleccionar una fecha pasada.'],
      [{ responsible: ['a'.repeat(71)] }, 'Los responsables deben tener como máximo 70 caracteres'],
      [{ responsible: [5] }, 'Los responsables deben ser texto'],
      [{ responsible: {} }, 'Los responsables deben ser una lista'],
      [{ description: 'a\u0000b' }, 'El texto contiene caracteres no permitidos'],
    ])('rejects %j', async (values, message) => {
      const { headers } = await signedIn(db);
      expect(errorOf(await publish(fields(values), headers))).toEqual({
        status: 400,
        code: 'VALIDATION',
        message: [message],
      });
    });

    it('accepts an earlier hour of today, in the time zone of the site', async () => {
      const { headers } = await signedIn(db);
      expect((await publish(fields({ date: '2026-11-21T05:00:00.000Z' }), headers)).statusCode).toBe(201);
    });

    it('stores a day without a time as that day in the time zone of the site, also in an edit', async () => {
      const { headers } = await signedIn(db);
      const created = await publish(fields({ date: '2026-11-21' }), headers);
      expect(created.json()).toMatchObject({ date: '2026-11-21T05:00:00.000Z' });
      expect(errorOf(await publish(fields({ date: '2026-11-20' }), headers)).status).toBe(400);
      const url = `/api/tasks/${created.json()._id}`;
      const edited = await app.inject({
        method: 'PUT',
        url,
        headers,
        payload: fields({ date: '2026-12-05' }),
      });
      expect(edited.json()).toMatchObject({ date: '2026-12-05T05:00:00.000Z' });
    });

    it('accepts a picture of exactly 5 MB and rejects one byte more', async () => {
      const { headers } = await signedIn(db);
      const png = await plainPng(10, 10);
      const padded = (bytes: number) => Buffer.concat([png, Buffer.alloc(bytes - png.length)]);
      const form = { ...fields(), responsible: '[]' };
      expect((await upload(form, padded(IMAGE_BYTES_MAX), headers)).statusCode).toBe(201);
      for (const more of [1, 2, 2048, 1_000_000]) {
        expect(errorOf(await upload(form, padded(IMAGE_BYTES_MAX + more), headers))).toEqual({
          status: 413,
          code: 'TOO_LARGE',
          message: 'La imagen es demasiado grande. Máximo 5MB',
        });
      }
    });

    it('rejects other files and stores nothing', async () => {
      const { user, headers } = await signedIn(db);
      const before = await db.$count(images);
      const reply = await upload(
        { ...fields(), responsible: '[]' },
        Buffer.from('<svg onload="alert(1)"/>'),
        headers,
      );
      expect(errorOf(reply)).toEqual({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        message: 'Por favor selecciona solo archivos de imagen',
      });
      expect(await db.$count(activities, eq(activities.ownerId, user.id))).toBe(0);
      expect(await db.$count(images)).toBe(before);
    });

    it('rejects a body that is too large, of another type, or malformed', async () => {
      const { headers } = await signedIn(db);
      expect(errorOf(await publish(fields({ description: 'a'.repeat(200_000) }), headers))).toMatchObject({
        status: 413,
        code: 'TOO_LARGE',
      });
      const send = (payload: string, type: string) =>
        app.inject({
          method: 'POST',
          url: '/api/tasks',
          payload,
          headers: { ...headers, 'content-type': type },
        });
      expect(errorOf(await send('a=b', 'application/x-www-form-urlencoded'))).toMatchObject({
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
      });
      expect(errorOf(await send('{"title":', 'application/json'))).toMatchObject({
        status: 400,
        code: 'VALIDATION',
      });
      expect((await send('nothing', 'multipart/form-data; boundary=x')).statusCode).toBe(400);
      expect(errorOf(await send('title=a', 'text/plain'))).toMatchObject({ status: 415 });
    });

    it('needs a session', async () => {
      expect(errorOf(await publish(fields(), {}))).toEqual({
        status: 401,
        code: 'UNAUTHENTICATED',
        message: 'No autorizado. Inicia sesión nuevamente.',
      });
    });
  });

  describe('GET /tasks', () => {
    it('lists the own activities, past and future, by date, with the total', async () => {
      const { user, headers } = await signedIn(db);
      await anActivity(db);
      for (const day of ['2026-12-24', '2026-11-01', '2026-12-01']) {
        await anActivity(db, { ownerId: user.id, title: day, date: new Date(`${day}T12:00:00Z`) });
      }
      const reply = await get('?limit=2&offset=1', headers);
      expect(reply.json().map((activity: { title: string }) => activity.title)).toEqual([
        '2026-12-01',
        '2026-12-24',
      ]);
      expect(reply.headers['x-total-count']).toBe('3');
    });

    it('needs a session', async () => expect((await get('')).statusCode).toBe(401));

    it.each(['limit=0', 'limit=501', 'limit=x', 'offset=-1'])('rejects ?%s', async query => {
      const { headers } = await signedIn(db);
      expect(errorOf(await get(`?${query}`, headers))).toMatchObject({ status: 400, code: 'VALIDATION' });
    });
  });

  describe('GET /tasks/others', () => {
    it('omits own, past and rejected activities', async () => {
      const { user, headers } = await signedIn(db);
      const [mine, past, rejected, shown] = [
        await anActivity(db, { ownerId: user.id }),
        await anActivity(db, { date: new Date(NOON.getTime() - 1) }),
        await anActivity(db, { status: 'rejected', rejectionReason: 'No' }),
        await anActivity(db, { date: NOON }),
      ];
      const ids = (await get('/others', headers)).json().map((activity: { _id: string }) => activity._id);
      expect(ids[0]).toBe(shown.id);
      for (const hidden of [mine, past, rejected]) expect(ids).not.toContain(hidden.id);
      expect((await get('/others')).json().map((activity: { _id: string }) => activity._id)).toContain(
        mine.id,
      );
    });
  });

  describe('GET /tasks/{id}', () => {
    it('shows the organiser’s e-mail only with a session', async () => {
      const owner = await aUser(db);
      const activity = await anActivity(db, { ownerId: owner.id });
      const { headers } = await signedIn(db);
      expect((await get(`/${activity.id}`)).json().user).toEqual({ _id: owner.id, username: owner.username });
      expect((await get(`/${activity.id}`, headers)).json().user).toMatchObject({ email: owner.email });
      expect((await get(`/${activity.id}`)).body).not.toContain('@');
    });

    it('shows a rejected one only to its owner, with the reason', async () => {
      const { user, headers } = await signedIn(db);
      const activity = await anActivity(db, {
        ownerId: user.id,
        status: 'rejected',
        rejectionReason: 'Repetida',
      });
      expect((await get(`/${activity.id}`, headers)).json()).toMatchObject({
        status: 'rejected',
        rejectionReason: 'Repetida',
      });
      const stranger = await signedIn(db);
      for (const caller of [{}, stranger.headers]) {
        expect(errorOf(await get(`/${activity.id}`, caller))).toEqual({
          status: 404,
          code: 'NOT_FOUND',
          message: 'Actividad no encontrada',
        });
      }
    });

    it('returns 404 for an unknown id and 400 for an invalid one', async () => {
      expect((await get('/0197a000-0000-7000-8000-000000000000')).statusCode).toBe(404);
      expect(errorOf(await get('/uno'))).toMatchObject({ status: 400, message: ['Identificador no válido'] });
    });
  });
});

describe('topics', async () => {
  const app = await testApp();
  const { headers } = await signedIn(app.platform.db);
  const required = { title: 'Siembra', date: '2026-12-05T14:00:00.000Z' };

  const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
    app.inject({ method, url: `/api/tasks${url}`, headers, payload });

  it('stores a category and tags, by default none', async () => {
    expect((await send('POST', '', required)).json()).toMatchObject({ category: null, tags: [] });
    const reply = await send('POST', '', {
      ...required,
      category: 'ambiente',
      tags: ['#Río', ' agua  limpia ', 'río', '', '<b>'],
    });
    expect([reply.statusCode, reply.json()]).toMatchObject([
      201,
      { category: 'ambiente', tags: ['río', 'agua limpia', '<b>'] },
    ]);
  });

  it('leaves them on an edit without them; null or empty clears them', async () => {
    const { _id } = (await send('POST', '', { ...required, category: 'salud', tags: ['agua'] })).json();
    expect((await send('PUT', `/${_id}`, required)).json()).toMatchObject({
      category: 'salud',
      tags: ['agua'],
    });
    const asText = { ...required, category: '', tags: '["sol"]' };
    expect((await send('PUT', `/${_id}`, asText)).json()).toMatchObject({ category: null, tags: ['sol'] });
    const cleared = { ...required, category: null, tags: null };
    expect((await send('PUT', `/${_id}`, cleared)).json()).toMatchObject({ category: null, tags: [] });
  });

  it('gives them to every occurrence of a series, and carries an edit over', async () => {
    const repeat = { frequency: 'weekly', interval: 1, count: 3 };
    const first = (await send('POST', '', { ...required, tags: ['minga'], repeat })).json();
    expect(first.tags).toEqual(['minga']);
    await send('PUT', `/${first._id}?scope=all`, { ...required, category: 'cultura', tags: ['música'] });
    const reply = await app.inject({
      url: '/api/tasks/search',
      query: { etiqueta: 'música', serie: first.series._id },
    });
    expect(reply.json().map(({ category }: { category: string }) => category)).toEqual(
      Array(3).fill('cultura'),
    );
  });

  it.each([
    [{ category: 'nada' }, 'La categoría no existe'],
    [{ tags: 'agua' }, 'Las etiquetas deben ser una lista'],
    [{ tags: [7] }, 'Este campo debe ser un solo texto'],
    [{ tags: ['x'.repeat(31)] }, 'Cada etiqueta debe tener como máximo 30 caracteres'],
    [{ tags: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'Puedes poner como máximo 5 etiquetas'],
  ])('%o is 400 and changes nothing', async (fields, message) => {
    const { _id } = (await send('POST', '', { ...required, category: 'salud', tags: ['agua'] })).json();
    expect(errorOf(await send('PUT', `/${_id}`, { ...required, ...fields }))).toEqual({
      status: 400,
      code: 'VALIDATION',
      message: [message],
    });
    const stored = await app.inject({ url: `/api/tasks/${_id}` });
    expect(stored.json()).toMatchObject({ category: 'salud', tags: ['agua'] });
  });
});

describe('activity viewer', async () => {
  const app = await testApp();
  const { db } = app.platform;

  it('concurrent viewers each get their activity with the fields visible to them', async () => {
    const owner = await signedIn(db);
    const other = await signedIn(db);
    const admin = await signedIn(db, { role: 'admin' });
    const shown = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        anActivity(db, { ownerId: owner.user.id, title: `Plan ${index}` }),
      ),
    );
    const hidden = await anActivity(db, {
      ownerId: owner.user.id,
      title: 'Oculta',
      status: 'rejected',
      rejectionReason: 'No',
    });
    const deleted = await anActivity(db, { ownerId: owner.user.id });
    const deletion = { method: 'DELETE', url: `/api/tasks/${deleted.id}`, headers: owner.headers } as const;
    expect((await app.inject(deletion)).statusCode).toBe(204);
    const unknown = (await aUser(db)).id;

    const viewers = { owner, other, admin };
    const calls = Object.entries(viewers).flatMap(([name, { headers }]) =>
      [...shown, hidden, deleted, { id: unknown, title: '' }].map(({ id, title }) => ({
        name,
        headers,
        id,
        title,
      })),
    );
    const replies = await Promise.all(
      calls.map(({ id, headers }, index) =>
        // Ids are case-insensitive.
        app.inject({ url: `/api/tasks/${index % 2 === 0 ? id : id.toUpperCase()}`, headers }),
      ),
    );
    for (const [index, { name, id, title }] of calls.entries()) {
      const isHidden = id === unknown || (id === hidden.id && name === 'other');
      const visible = isHidden ? { code: 'NOT_FOUND' } : { _id: id, title, isOwner: name === 'owner' };
      expect(replies[index]?.json()).toMatchObject(id === deleted.id ? { code: 'DELETED' } : visible);
    }
  });
});

describe('shared view', async () => {
  // Accounts without a part in a public activity share one cached response.
  const app = await testApp();
  // The call starts the listener, without which nothing is cached.
  await app.startJobs();
  const { db } = app.platform;
  const owner = await signedIn(db);
  const view = async (id: string, headers: Record<string, string>) =>
    (await app.inject({ url: `/api/tasks/${id}`, headers })).json();

  /** Changes the activity without the notification that clears the cache. */
  const change = (id: string, values: Partial<typeof activities.$inferInsert>) =>
    db.transaction(async tx => {
      await tx.execute(sql`alter table ${activities} disable trigger activities_public_change`);
      await tx.update(activities).set(values).where(eq(activities.id, id));
      await tx.execute(sql`alter table ${activities} enable trigger activities_public_change`);
    });

  it('is read once for all accounts without a part, as an account and not as a visitor', async () => {
    const { id } = await anActivity(db, { ownerId: owner.user.id, title: 'Siembra' });
    const [one, two] = [await signedIn(db), await signedIn(db, { role: 'admin' })];
    const isShared = async () => {
      const first = await view(id, one.headers);
      expect(first).toMatchObject({ isOwner: false, canManage: false, user: { email: owner.user.email } });
      await change(id, { title: `${first.title}.` });
      const second = await view(id, two.headers);
      return second.title === first.title;
    };
    // Notifications of the rows above may still arrive.
    await expect.poll(isShared).toBe(true);
    expect((await view(id, {})).user).not.toHaveProperty('email');
  });

  it('is not that of its organisers', async () => {
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    const member = await signedIn(db);
    expect(await view(id, member.headers)).toMatchObject({ canCheckIn: false });
    await aMember(db, { teamId: id, userId: member.user.id, role: 'door' });
    expect(await view(id, member.headers)).toMatchObject({ canCheckIn: true, canManage: false });
    expect(await view(id, owner.headers)).toMatchObject({ isOwner: true, canManage: true });
    expect(await view(id, (await signedIn(db)).headers)).toMatchObject({ canCheckIn: false });
  });

  it.each([
    ['a private location', { isLocationPrivate: true, directions: 'Calle 5' }, { directions: 'Calle 5' }],
    ['a chat', { chatUrl: 'https://chat.example.org/abc' }, { chatUrl: 'https://chat.example.org/abc' }],
  ])('shows %s to the confirmed alone, also right after it is set', async (_name, secret, shown) => {
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    const [confirmed, other] = [await signedIn(db), await signedIn(db)];
    const { userId, email } = { userId: confirmed.user.id, email: confirmed.user.email };
    await anAttendance(db, { activityId: id, userId, email });
    await view(id, confirmed.headers);
    await change(id, secret);
    expect(await view(id, confirmed.headers)).toMatchObject(shown);
    expect(await view(id, other.headers)).not.toMatchObject(shown);
    expect(await view(id, {})).not.toMatchObject(shown);
  });

  it('is not one of a hidden or deleted activity', async () => {
    const { id } = await anActivity(db, { ownerId: owner.user.id });
    const member = await signedIn(db);
    await view(id, member.headers);
    await change(id, { status: 'rejected', rejectionReason: 'No' });
    expect(await view(id, member.headers)).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('picture audience', async () => {
  const app = await testApp();
  const prior = await testApp({ MODERATION: 'prior' });

  describe('images', () => {
    it('of an edited or deleted activity are not served any more', async () => {
      const { db, images } = app.platform;
      const deleted = await images.save(await noise(40, 40).png().toBuffer());
      expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(404);
      await images.claim(db, deleted.id);
      const owner = await anActivity(db, { imageId: deleted.id });
      expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(200);
      await db.update(activities).set({ imageId: null }).where(eq(activities.id, owner.id));
      expect((await app.inject(imageUrl(deleted.id, 40))).statusCode).toBe(404);
    });

    it('of a hidden activity are served to its owner and admins only, and not cached', async () => {
      const { db } = app.platform;
      const owner = await signedIn(db);
      const [admin, superadmin, stranger] = await Promise.all(
        (['admin', 'superadmin', 'user'] as const).map(role => signedIn(db, { role })),
      );
      const { id: hidden } = await app.platform.images.save(await noise(40, 40).png().toBuffer());
      await app.platform.images.claim(db, hidden);
      await anActivity(db, {
        ownerId: owner.user.id,
        imageId: hidden,
        status: 'rejected',
        rejectionReason: 'Spam',
      });
      const get = (headers = {}) => app.inject({ url: imageUrl(hidden, 40), headers });
      const statuses = await Promise.all(
        [owner, admin, superadmin, stranger].map(async viewer => (await get(viewer?.headers)).statusCode),
      );
      expect([...statuses, (await get()).statusCode]).toEqual([200, 200, 404, 404, 404]);
      const reply = await get(owner.headers);
      expect(reply.headers['cache-control']).toBe('private, no-cache');
      const etag = String(reply.headers.etag);
      expect((await get({ 'if-none-match': etag })).statusCode).toBe(404);
      const preview = await app.inject(previewImageUrl(imageUrl(hidden, 40)));
      expect(preview.statusCode).toBe(404);
    });

    it('of a pending activity are hidden under prior moderation', async () => {
      const { db, images } = prior.platform;
      const { id: pending } = await images.save(await noise(40, 40).png().toBuffer());
      await images.claim(db, pending);
      const { id: activityId } = await anActivity(db, { imageId: pending });
      expect((await prior.inject(imageUrl(pending, 40))).statusCode).toBe(404);
      await db.update(activities).set({ status: 'approved' }).where(eq(activities.id, activityId));
      expect((await prior.inject(imageUrl(pending, 40))).statusCode).toBe(200);
    });
  });
});
