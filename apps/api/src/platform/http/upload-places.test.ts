import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { IMAGE_BYTES_MAX } from '@minga/contract/images';
import fc from 'fast-check';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { contractCalls } from '../../../../../packages/contract/src/contract-calls.ts';
import { NOON, testApp } from '../../../test/app.ts';
import { aCollective, anActivity, aUser, signedIn } from '../../../test/factories.ts';
import { listenOnFreePort } from '../../../test/live-client.ts';
import { formOf } from '../../../test/multipart.ts';
import { plainPng } from '../../../test/pictures.ts';
import { concurrently, errorOf, tally } from '../../../test/requests.ts';
import { createUploadPlaces, type Upload, type UploadPlaces } from './upload-places.ts';

const app = await testApp();
const { db } = app.platform;
const { port } = new URL(await listenOnFreePort(app.server));
const photo = await plainPng(40, 30);
const STARTED = new Date(NOON.getTime() - 60_000);
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => app.server.uploadPlaces.taken()).toEqual({ uploads: 0, bytes: 0 });
});

type Headers = Record<string, string>;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers;
}

const PICTURE = (field: string) =>
  `--x\r\nContent-Disposition: form-data; name="${field}"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;

/** Sends the headers and some bytes of a form that never ends. */
async function stall({ method, path, headers = {} }: Call, ...parts: (string | Buffer)[]): Promise<Socket> {
  const socket = connect(Number(port), '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `${method} /api${path} HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 70000000\r\n\r\n`,
  );
  for (const part of parts) await new Promise<void>(resolve => socket.write(part, () => resolve()));
  return socket;
}

const statusOf = async (socket: Socket): Promise<number> => {
  const [chunk] = (await once(socket, 'data')) as [Buffer];
  return Number(chunk.toString().split(' ')[1]);
};

async function publish(headers: Headers, pictures: readonly Buffer[] = [photo]) {
  const fields = [
    ['title', 'Minga'],
    ['date', '2026-12-05T14:00:00.000Z'],
  ] as const;
  const form = await formOf(
    fields,
    pictures.map(bytes => ({ name: 'image', bytes })),
  );
  return app.inject({
    method: 'POST',
    url: '/api/tasks',
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
}

describe('before a byte of the body', () => {
  const forms = contractCalls.filter(([, { fileField }]) => fileField !== undefined);

  it.each(forms)('%s checks the session, and the ability on what the path names', async (_name, endpoint) => {
    const owner = await signedIn(db);
    const { slug } = await aCollective(db);
    const { id } = await anActivity(db, { ownerId: owner.user.id, date: STARTED });
    const pathOf = (ids: Headers) => endpoint.path.replaceAll(/:(\w+)/g, (_all, name) => ids[name] ?? '');
    const call = (ids: Headers, headers: Headers = {}) =>
      stall({ method: endpoint.method, path: pathOf(ids), headers }).then(statusOf);
    expect(await call({ id, slug })).toBe(401);
    if (endpoint.params === undefined) return;
    const { headers } = await signedIn(db);
    expect(await call({ id, slug }, headers)).toBe(403);
    const unknown = { id: (await aUser(db)).id, slug: 'no-existe' };
    expect(await call(unknown, headers)).toBe(404);
    if ('id' in endpoint.params.shape) expect(await call({ id: 'x' }, headers)).toBe(400);
  });

  it('a memory that cannot be written yet is rejected', async () => {
    const { user, headers } = await signedIn(db);
    const { id } = await anActivity(db, { ownerId: user.id });
    expect(await statusOf(await stall({ method: 'PUT', path: `/tasks/${id}/memory`, headers }))).toBe(409);
  });
});

it.each([12, 50])(
  'two stalled memories each of %d accounts hold up neither pictures nor forms without one',
  async accounts => {
    const bytesMax = 12 * 2 ** 20;
    const before = app.server.uploadPlaces;
    let later = 0;
    app.server.uploadPlaces = createUploadPlaces({ bytesMax, now: () => performance.now() + later });
    onTestFinished(() => {
      app.server.uploadPlaces = before;
    });
    // The sum of all pictures exceeds the memory for pictures.
    const share = Buffer.alloc(Math.ceil(bytesMax / accounts / 4));
    await concurrently(accounts, async () => {
      const { user, headers } = await signedIn(db);
      const { id } = await anActivity(db, { ownerId: user.id, date: STARTED });
      const call = { method: 'PUT', path: `/tasks/${id}/memory`, headers };
      const parts = [share, share, share].flatMap(bytes => [PICTURE('images'), bytes, '\r\n']);
      await Promise.all([stall(call, ...parts), stall(call, ...parts)]);
    });
    await expect.poll(() => app.server.uploadPlaces.taken().bytes).toBeGreaterThan(bytesMax / 2);
    // Before the uploads have stalled, the one with the largest product of memory and time is evicted, which on a slow machine may be the
    // next picture.
    later = 4_000;
    const { headers } = await signedIn(db);
    // Decoders ignore bytes after the end of a PNG.
    const large = Buffer.concat([photo, Buffer.alloc(IMAGE_BYTES_MAX - photo.length)]);
    // The replies arrive well within the deadline of a request, which is longer than the test's timeout.
    const replies = await concurrently(2, index => publish(headers, index === 0 ? [] : [large]));
    expect(tally(replies)).toEqual({ 201: 2 });
    expect(app.server.uploadPlaces.taken().bytes).toBeLessThanOrEqual(bytesMax);
  },
);

it('a third picture of one account at the same time is 429; its forms without a picture, and other accounts, go on', async () => {
  const { headers } = await signedIn(db);
  const call = { method: 'POST', path: '/tasks', headers };
  const parts = [PICTURE('image'), 'xxx'];
  const stalled = await Promise.all([stall(call, ...parts), stall(call, ...parts)]);
  await expect.poll(() => app.server.uploadPlaces.taken().uploads).toBe(2);
  const reply = await publish(headers);
  expect(errorOf(reply)).toEqual({
    status: 429,
    code: 'RATE_LIMITED',
    message: 'Ya estás subiendo otras imágenes. Espera 10 segundos y vuelve a intentarlo.',
  });
  expect(reply.headers['retry-after']).toBe('10');
  expect(await statusOf(await stall(call, ...parts))).toBe(429);
  expect((await publish(headers, [])).statusCode).toBe(201);
  expect((await publish(headers, [Buffer.alloc(0)])).statusCode).toBe(201);
  expect((await publish((await signedIn(db)).headers)).statusCode).toBe(201);
  for (const socket of stalled) socket.destroy();
  await expect.poll(async () => (await publish(headers)).statusCode).toBe(201);
});

describe('places are given back', () => {
  const text = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fields = text('title', 'Siembra') + text('date', '2026-12-20T14:00:00Z');
  const withPicture = (bytes: Buffer, field = 'image') =>
    Buffer.concat([Buffer.from(fields + PICTURE(field)), bytes, Buffer.from('\r\n--x--\r\n')]);
  const whole = withPicture(photo);
  /** The body that a client sends, and whether it then closes the connection. */
  const bodies: Record<string, readonly [body: Buffer, isAborted?: boolean]> = {
    'a picture': [whole],
    'no picture': [Buffer.from(`${fields}--x--\r\n`)],
    'an invalid field': [Buffer.from(`${text('title', '')}${PICTURE('image')}abc\r\n--x--\r\n`)],
    'no image': [withPicture(Buffer.from('no'))],
    'a large file': [withPicture(Buffer.alloc(IMAGE_BYTES_MAX + 1))],
    'another field': [withPicture(photo, 'foto')],
    'two files': [Buffer.from(`${PICTURE('image')}a\r\n${PICTURE('image')}b\r\n--x--\r\n`)],
    'a truncated picture': [whole.subarray(0, -20)],
    'a broken header': [Buffer.from(`${fields}--x\r\nContent-Disposition: form\r\n\r\nabc\r\n--x--\r\n`)],
    'no form': [Buffer.from('hola')],
    'a connection that ends within the picture': [whole.subarray(0, -40), true],
    'a connection that ends within the fields': [whole.subarray(0, 40), true],
    'a connection that ends while the picture is processed': [whole, true],
  };

  async function send([body, isAborted = false]: readonly [Buffer, boolean?], headers: Headers) {
    const socket = connect(Number(port), '127.0.0.1');
    sockets.push(socket);
    const fieldsOf = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const length = isAborted ? body.length + (body === whole ? 0 : 1) : body.length;
    socket.write(
      `POST /api/tasks HTTP/1.1\r\nHost: localhost\r\n${fieldsOf.join('')}Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
    );
    await new Promise<void>(resolve => socket.write(body, () => resolve()));
    if (isAborted) return void socket.destroy();
    expect(await statusOf(socket)).toBeLessThan(500);
  }

  it('after any forms, whatever ends them', async () => {
    const { headers } = await signedIn(db);
    const names = fc.array(fc.constantFrom(...Object.keys(bodies)), { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(names, async sent => {
        await Promise.all(sent.map(name => send(bodies[name] ?? [whole], headers)));
        expect((await publish(headers, [])).statusCode).toBe(201);
        await expect.poll(() => app.server.uploadPlaces.taken()).toEqual({ uploads: 0, bytes: 0 });
      }),
      { numRuns: 12 },
    );
  });
});

describe('createUploadPlaces', () => {
  let now = 0;
  /** Creates upload places with memory for four pictures of the maximum size. */
  const fourPictures = () => createUploadPlaces({ now: () => now, bytesMax: 4 * IMAGE_BYTES_MAX });

  const start = (places: UploadPlaces, accountId: string): Upload => {
    const upload = places.open(accountId);
    upload.startFile();
    return upload;
  };
  const fill = (upload: Upload, bytes = IMAGE_BYTES_MAX) => upload.append(Buffer.alloc(bytes));
  const isEvicted = (upload: Upload | undefined) =>
    Promise.race([upload?.evicted.catch(() => true), setImmediate(false)]);

  it('counts 13 files of one account', () => {
    const places = createUploadPlaces();
    const [memory, other] = [places.open('one'), places.open('one')];
    for (let index = 0; index < 12; index += 1) {
      memory.startFile();
      fill(memory, 1);
    }
    other.startFile();
    fill(other, 1);
    other.startFile();
    expect(() => fill(other, 1)).toThrow('Ya estás subiendo otras imágenes.');
    memory.close();
    fill(other, 1);
  });

  it('takes memory as it is needed, whatever the size of the chunks', () => {
    const places = createUploadPlaces();
    const upload = start(places, 'one');
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 256));
    for (let index = 0; index < bytes.length; index += 1) upload.append(bytes.subarray(index, index + 1));
    expect(places.taken()).toEqual({ uploads: 1, bytes: 128 * 1024 });
    expect(upload.finish()[0]?.equals(bytes)).toBe(true);
    upload.close();
    expect(places.taken()).toEqual({ uploads: 0, bytes: 0 });
  });

  it('lets the upload yield that has stalled for longest, also with single bytes, and not a slow phone', async () => {
    const places = fourPictures();
    const stalled = ['a', 'b', 'c', 'd'].map(name => start(places, name));
    for (const upload of stalled) {
      now += 10;
      fill(upload, 4 * 2 ** 20);
    }
    const phone = start(places, 'phone');
    for (let sent = 0; sent < IMAGE_BYTES_MAX; sent += 32 * 1024) {
      now += 1_000;
      fill(phone, 32 * 1024);
      // Single bytes do not count as progress.
      if (sent > 0) fill(stalled[3] as Upload, 1);
    }
    expect(phone.finish()[0]?.length).toBe(IMAGE_BYTES_MAX);
    expect(await Promise.all([...stalled, phone].map(isEvicted))).toEqual([true, false, false, false, false]);
    expect(() => fill(stalled[0] as Upload, 1)).toThrow('Hay muchas personas subiendo imágenes.');
    expect(places.taken().bytes).toBeLessThanOrEqual(4 * IMAGE_BYTES_MAX);
  });

  it('lets the upload yield that has occupied most, and never one that is complete', async () => {
    const places = fourPictures();
    const [complete, other, early, next] = ['a', 'b', 'c', 'd'].map(name => start(places, name));
    for (const upload of [complete, other, early, next]) {
      now += 1;
      fill(upload as Upload);
    }
    complete?.finish();
    other?.finish();
    now += 100;
    const late = start(places, 'late');
    fill(late);
    expect(await Promise.all([complete, other, early, next].map(isEvicted))).toEqual([
      false,
      false,
      true,
      false,
    ]);
    for (const upload of [next, late]) upload?.finish();
    expect(() => fill(start(places, 'another'), 1)).toThrow('Hay muchas personas subiendo imágenes.');
  });

  it('leaves room for the first picture of another account', () => {
    const places = fourPictures();
    const memory = places.open('one');
    for (let index = 0; index < 2; index += 1) {
      memory.startFile();
      fill(memory);
    }
    memory.startFile();
    expect(() => fill(memory)).toThrow('Hay muchas personas subiendo imágenes.');
    fill(start(places, 'another'));
    fill(start(places, 'third'));
  });
});
