import { join } from 'node:path';
import { expect, test } from 'vitest';
import { postgresProcessesIn } from '../../src/platform/database/embedded-server.ts';
import { testDatabase } from '../database.ts';
import { signedIn } from '../factories.ts';
import { multipartOf } from '../multipart.ts';
import { noise } from '../pictures.ts';
import { dataFolder, npmStart, preparedFolder, startMinga, waitFor } from './minga-process.ts';
import { startPost, startRegistration, statusOf } from './requests.ts';
import { storedEmails } from './stored-emails.ts';

const STOP_MS = 10_000;

test.concurrent.each([
  ['SIGTERM', (pid: number) => process.kill(pid, 'SIGTERM')],
  [
    'Ctrl-C under npm (SIGINT to the process group and again from npm)',
    (pid: number) => process.kill(-pid, 'SIGINT') && process.kill(pid, 'SIGINT'),
  ],
])(
  '%s: the listener closes, the started request finishes, the database stops, exit 0',
  async (_case, signal) => {
    const folder = await preparedFolder();
    const minga = await startMinga({ DATA_DIR: folder });
    const request = await startRegistration(minga.address, 'ana@example.org');
    const signalledAt = performance.now();
    signal(minga.pid);
    await waitFor(async () => expect(await statusOf(`${minga.address}/healthz`)).toBe(0), 3_000);
    expect(await request.finish()).toBe('HTTP/1.1 201 Created');
    expect(await minga.ended).toMatchObject({ code: 0, stderr: '' });
    expect(performance.now() - signalledAt).toBeLessThan(STOP_MS);
    // On a slow disk its last checkpoint may take longer than the product waits.
    await waitFor(async () => expect(await postgresProcessesIn(join(folder, 'postgres'))).toEqual([]));

    expect(await storedEmails(folder)).toEqual(['ana@example.org']);
  },
);

test.concurrent('npm start: a SIGTERM to npm reaches the product', async () => {
  const npm = await npmStart({ DATA_DIR: await dataFolder(), DATABASE_URL: (await testDatabase()).url });
  npm.child.kill('SIGTERM');
  await npm.ended;
  expect(await statusOf(`${npm.address}/healthz`)).toBe(0);
});

test.concurrent('a request that never completes does not delay the stop', async () => {
  const minga = await startMinga({ DATA_DIR: await preparedFolder() });
  await startRegistration(minga.address, 'ana@example.org');
  const signalledAt = performance.now();
  minga.child.kill('SIGTERM');
  expect((await minga.ended).code).toBe(0);
  expect(performance.now() - signalledAt).toBeLessThan(STOP_MS);
});

test.concurrent('a second signal exits at once', async () => {
  const minga = await startMinga({ DATA_DIR: await dataFolder(), DATABASE_URL: (await testDatabase()).url });
  await startRegistration(minga.address, 'ana@example.org');
  minga.child.kill('SIGTERM');
  await waitFor(async () => expect(await statusOf(`${minga.address}/healthz`)).toBe(0));
  minga.child.kill('SIGINT');
  // A stop that waits for the started request exits with 0.
  expect((await minga.ended).code).toBe(1);
});

test.concurrent('Ctrl-C: an image upload in progress is encoded and stored, and the image process exits', async () => {
  const { url, connection } = await testDatabase();
  const minga = await startMinga({ DATA_DIR: await dataFolder(), DATABASE_URL: url });
  const session = await signedIn(connection.db, {}, new Date());
  const date = new Date(Date.now() + 86_400_000).toISOString();
  const photo = await noise(1600, 1200).jpeg().toBuffer();
  const form = await multipartOf({ title: 'Siembra', date }, { name: 'image', bytes: photo });
  const publish = () =>
    startPost(`${minga.address}/api/tasks`, { ...session.headers, ...form.headers }, form.payload);
  const [first, second] = [await publish(), await publish()];
  // The image process is running now.
  expect(await first.finish()).toBe('HTTP/1.1 201 Created');
  process.kill(-minga.pid, 'SIGINT');
  await waitFor(async () => expect(await statusOf(`${minga.address}/healthz`)).toBe(0));
  expect(await second.finish()).toBe('HTTP/1.1 201 Created');
  // Resolves only when every process that inherited the output has exited.
  expect(await minga.ended).toMatchObject({ code: 0, stderr: '' });
});
