import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../test/app.ts';
import { emptyDatabase, testDatabase } from '../../test/database.ts';
import { databaseContents, databaseSchema } from '../../test/database-contents.ts';
import { anActivity, aReminder, aVisit, signedIn } from '../../test/factories.ts';
import { multipartOf } from '../../test/multipart.ts';
import { plainPng } from '../../test/pictures.ts';
import { testMailServer } from '../../test/smtp.ts';
import { lockTable } from '../../test/table-lock.ts';
import { activities } from '../modules/activities/schema.ts';
import { openConnection } from '../platform/database/connection.ts';
import { createImageStore } from '../platform/images/store.ts';
import { MAIL_QUEUE } from '../platform/mail/mail-job.ts';
import { openBackup } from './open-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const HOUR = 60 * 60 * 1000;
/** What COPY has to escape, and what a careless reader takes for nothing. */
const AWKWARD = 'Traer:\tagua\\\\\n\\N\n\\.\n«ñandú» 🌱';

const folder = await mkdtemp(join(tmpdir(), 'minga-backup-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'copia.tar');
const places = { source: join(folder, 'source'), target: join(folder, 'target') };
const storeIn = (dataDir: string) => createImageStore({ settings: { dataDir, s3Url: null } });

const database = await testDatabase();
const app = await testApp({ DATA_DIR: places.source }, database);
const { db } = database.connection;

const owner = await signedIn(db);
const pictured = await publishWithPicture('Minga de la huerta');
const given = await publishWithPicture('Lo que se borra');
await anActivity(db, { description: AWKWARD });
await aReminder(db);
await aVisit(db);
await app.inject({
  method: 'POST',
  url: '/api/attendances/confirm',
  payload: { taskId: pictured, name: 'Luz', email: 'luz@example.org' },
});
await app.inject({
  method: 'POST',
  url: '/api/auth/register',
  payload: { username: 'Ana', email: 'ana@example.org', phone: '3001234567', password: 'una clave larga' },
});
// One letter is in a worker's hands, another was given up: the letters' own rows follow from the jobs' states.
await db.execute(sql`update pgboss.job set state = 'active', started_on = now() where name = ${MAIL_QUEUE}`);
await db.execute(sql`insert into pgboss.job (name, policy, data, source_name, source_id, source_output)
  values ('dead-letters', 'standard', '{"mailIds":["01930000-0000-7000-8000-00000000000a"]}', ${MAIL_QUEUE}, gen_random_uuid(), '{"message":"EENVELOPE"}')`);
await db.execute(sql`update pgboss.job set start_after = now() - interval '20 days', keep_until = now() - interval '6 days'
  where name = 'dead-letters'`);

const before = await databaseContents(database.url);
const jobsBefore = await pendingJobs(database.url);
const filesBefore = await filesUnder(places.source);
const { manifest } = await backupWhileWritesGoOn();

const targetUrl = await emptyDatabase();
// A first attempt comes as far as the pictures: under a file there is no room for them.
const brokenOff = restoreBackup(await openBackup(file), { databaseUrl: targetUrl, store: storeIn(file) });
await expect(brokenOff).rejects.toThrow(/No se pudo guardar la imagen .* del almacén \(ENOTDIR\)/);
await restoreBackup(await openBackup(file), { databaseUrl: targetUrl, store: storeIn(places.target) });
const restored = await databaseContents(targetUrl);
const jobsRestored = await pendingJobs(targetUrl);
const mailServer = await testMailServer();
const connection = openConnection(targetUrl, () => undefined);
const again = await testApp(
  { DATA_DIR: places.target, SMTP_URL: mailServer.url, MAIL_FROM: 'minga@example.org' },
  { url: targetUrl, connection },
);
afterAll(async () => {
  await connection.close();
  await mailServer.stop();
});

/** Stopped in the middle of the tables until writes of every kind have been made. */
async function backupWhileWritesGoOn() {
  const held = await lockTable(database.url, 'audit_log');
  const store = storeIn(places.source);
  const parts = { databaseUrl: database.url, store, clock: () => NOON, allowsMissing: false };
  const writing = writeBackup(file, parts);
  await held.waitForWaiter('minga backup');
  await publishWithPicture('Publicada después');
  await app.inject({ method: 'DELETE', url: `/api/tasks/${given}`, headers: owner.headers });
  await db.update(activities).set({ title: 'Cambiada después' }).where(eq(activities.id, pictured));
  app.setNow(new Date(NOON.getTime() + 2 * HOUR));
  await app.platform.images.sweep();
  await held.release();
  return writing;
}

async function publishWithPicture(title: string): Promise<string> {
  const fields = {
    title,
    description: 'Traer guantes.',
    place: 'Parque Caldas',
    date: '2026-12-05T14:00:00.000Z',
    responsible: 'Ana',
  };
  const { payload, headers } = await multipartOf(fields, { name: 'image', bytes: await plainPng(700, 500) });
  const reply = await app.inject({
    method: 'POST',
    url: '/api/tasks',
    payload,
    headers: { ...headers, ...owner.headers },
  });
  return reply.json()._id;
}

/** Names and contents of the files under a data folder. */
async function filesUnder(dataDir: string): Promise<Record<string, string>> {
  const entries = await readdir(join(dataDir, 'images'), { recursive: true, withFileTypes: true });
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const named = paths.map(
    async path => [path.slice(dataDir.length), await readFile(path, 'base64')] as const,
  );
  return Object.fromEntries(await Promise.all(named));
}

async function pendingJobs(url: string): Promise<unknown[]> {
  const reader = openConnection(url, () => undefined);
  const { rows } = await reader.pool.query(
    `select id, name, data, priority, retry_limit, retry_count, retry_delay, retry_backoff, retry_delay_max, expire_seconds,
       deletion_seconds, heartbeat_seconds, start_after, created_on, dead_letter, source_name, source_id, source_output, policy
     from pgboss.job where name not like '%pgboss%' order by id`,
  );
  await reader.close();
  return rows;
}

describe('a backup of a site that is being written to', () => {
  it('restores every row as it was at one moment, but for sessions and counters of limits', () => {
    expect(before['public.sessions']).toHaveLength(1);
    expect(restored).toEqual({ ...before, 'public.sessions': [], 'public.rate_limits': [] });
    expect(restored['public.activities']?.join()).toContain('Lo que se borra');
    expect(restored['public.activities']?.join()).not.toContain('después');
  });

  it('leaves the tables as migrations make them', async () => {
    expect(await databaseSchema(targetUrl)).toEqual(await databaseSchema(database.url));
  });

  it('restores every picture in use byte by byte, also one that was to be swept meanwhile', async () => {
    expect(Object.keys(filesBefore).length).toBeGreaterThan(5);
    expect(await filesUnder(places.target)).toEqual(filesBefore);
    expect(manifest.images.pictures).toBe(2);
  });

  it('lets the next sweep do what the backup kept from it', async () => {
    expect(await app.platform.images.sweep()).toBe(1);
  });

  it('restores the jobs that are to be done, those under way too, and keeps them from now on', async () => {
    expect(jobsBefore).toHaveLength(3);
    expect(jobsRestored).toEqual(jobsBefore);
    const { rows } = await connection.pool.query(
      `select name from pgboss.job where state <> 'created' or keep_until < now()`,
    );
    expect(rows).toEqual([]);
    const retention = `select retention_seconds from pgboss.queue where name = 'dead-letters'`;
    expect((await connection.pool.query(retention)).rows).toEqual([{ retention_seconds: 60 * 24 * 60 * 60 }]);
  });

  it('is for the eyes of its owner alone', async () => {
    expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['copia.tar']));
    expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
  });
});

describe('the restored site', () => {
  it('shows what the old one showed, with its pictures', async () => {
    const [activity] = (await again.inject('/api/tasks/search?q=huerta')).json();
    expect(activity).toMatchObject({ _id: pictured, title: 'Minga de la huerta' });
    expect((await again.inject(new URL(activity.image, 'http://localhost').pathname)).statusCode).toBe(200);
    expect((await again.inject({ url: '/api/auth/verify', headers: owner.headers })).json()).toBeNull();
  });

  it('sends each letter that was pending once, and writes those that were only asked for', async () => {
    await again.startJobs();
    const recipients = () => mailServer.received.flatMap(letter => letter.recipients).sort();
    // The owner's is written by a round, the others stood in the queues.
    const all = ['ana@example.org', 'luz@example.org', owner.user.email].sort();
    await vi.waitFor(
      async () => {
        expect(recipients()).toEqual(expect.arrayContaining(all));
        const { rows } = await connection.pool.query(
          `select 1 from pgboss.job where name in ('mails', 'account-letters', 'attendance-letters') and state < 'completed'`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 20_000, interval: 50 },
    );
    expect(recipients()).toEqual(all);
    expect((await connection.pool.query('select 1 from mails where sent_at is null')).rows).toEqual([]);
  });
});
