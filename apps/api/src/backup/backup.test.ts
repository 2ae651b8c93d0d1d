import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { NOON, testApp } from '../../test/app.ts';
import { emptyDatabase, testDatabase } from '../../test/database.ts';
import {
  type Contents,
  databaseContents,
  databaseSchema,
  replaceDrawnCodes,
} from '../../test/database-contents.ts';
import { anActivity, aPushSubscription, aReminder, aVisit, signedIn } from '../../test/factories.ts';
import { fillEmptyTables } from '../../test/fill-empty-tables.ts';
import { multipartOf } from '../../test/multipart.ts';
import { plainPng } from '../../test/pictures.ts';
import { testS3 } from '../../test/s3.ts';
import { createSiteFixture } from '../../test/site-fixture.ts';
import { testMailServer } from '../../test/smtp.ts';
import { lockTable } from '../../test/table-lock.ts';
import { anApiToken } from '../../test/trust-factories.ts';
import { firstRelease } from '../../test/upgrade/first-release.ts';
import { activities } from '../modules/activities/schema.ts';
import { openConnection } from '../platform/database/connection.ts';
import { applyMigrations } from '../platform/database/migrations.ts';
import { createImageStore } from '../platform/images/store.ts';
import { MAIL_QUEUE } from '../platform/mail/delivery.ts';
import { mails } from '../platform/mail/schema.ts';
import { recordBackup } from './connection.ts';
import { openBackup } from './open-backup.ts';
import { outgoingSentence, releaseDeliveries } from './outgoing.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

describe('backup', async () => {
  const HOUR = 60 * 60 * 1000;
  /** Characters that COPY escapes, and sequences that a naive parser would read as null. */
  const AWKWARD = 'Traer:\tagua\\\\\n\\N\n\\.\n«ñandú» 🌱';

  const folder = await mkdtemp(join(tmpdir(), 'minga-backup-'));
  afterAll(() => rm(folder, { recursive: true }));
  const file = join(folder, 'copia.tar');
  const folders = {
    source: join(folder, 'source'),
    target: join(folder, 'target'),
    held: join(folder, 'held'),
  };
  const storeIn = (dataDir: string) => createImageStore({ settings: { dataDir, s3Url: null } });

  const database = await testDatabase();
  const app = await testApp({ DATA_DIR: folders.source }, database);
  const { db } = database.connection;

  const owner = await signedIn(db);
  const activityWithImage = await publishWithPicture('Minga de la huerta');
  const deletedActivity = await publishWithPicture('Lo que se borra');
  const { id: apiTokenId } = await anApiToken(db, { userId: owner.user.id });
  await aPushSubscription(db, { userId: owner.user.id, apiTokenId });
  await anActivity(db, { description: AWKWARD });
  await aReminder(db);
  await aVisit(db);
  await app.inject({
    method: 'POST',
    url: '/api/attendances/confirm',
    payload: { taskId: activityWithImage, name: 'Luz', email: 'luz@example.org' },
  });
  await app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { username: 'Ana', email: 'ana@example.org', phone: '3001234567', password: 'una clave larga' },
  });
  const SENT_LINK = 'http://localhost:3000/verify-email?token=enlace-ya-enviado';
  await db.insert(mails).values({
    recipient: 'marta@example.org',
    subject: 'Verifica tu correo',
    html: `<a href="${SENT_LINK}">Verificar</a>`,
    text: SENT_LINK,
    unsubscribeUrl: SENT_LINK,
    attachments: [{ name: 'evento.ics', type: 'text/calendar', content: SENT_LINK }],
    createdAt: NOON,
    sentAt: NOON,
  });
  // One e-mail job is active and another is a dead letter.
  await db.execute(
    sql`update pgboss.job set state = 'active', started_on = now() where name = ${MAIL_QUEUE}`,
  );
  await db.execute(sql`insert into pgboss.job (name, policy, data, source_name, source_id, source_output)
  values ('dead-letters', 'standard', '{"mailIds":["01930000-0000-7000-8000-00000000000a"]}', ${MAIL_QUEUE}, gen_random_uuid(), '{"message":"EENVELOPE"}')`);
  await db.execute(sql`update pgboss.job set start_after = now() - interval '20 days', keep_until = now() - interval '6 days'
  where name = 'dead-letters'`);
  await fillEmptyTables(database.connection.pool);

  const before = await databaseContents(database.url);
  const jobsBefore = await pendingJobs(database.url);
  const filesBefore = await filesUnder(folders.source);
  const { manifest } = await backupDuringWrites();

  const targetUrl = await emptyDatabase();
  // The first attempt fails while it writes images, since the data folder is a file.
  const failedRestore = restoreBackup(await openBackup(file), {
    databaseUrl: targetUrl,
    store: storeIn(file),
  });
  await expect(failedRestore).rejects.toThrow(/No se pudo guardar la imagen .* del almacén \(ENOTDIR\)/);
  await restoreBackup(await openBackup(file), { databaseUrl: targetUrl, store: storeIn(folders.target) });
  const heldUrl = await emptyDatabase();
  await restoreBackup(await openBackup(file), {
    databaseUrl: heldUrl,
    store: storeIn(folders.held),
    isHolding: true,
  });
  const restored = await databaseContents(targetUrl);
  const jobsRestored = await pendingJobs(targetUrl);
  const mailServer = await testMailServer();
  const connection = openConnection(targetUrl, () => undefined);
  const restoredApp = await testApp(
    { DATA_DIR: folders.target, SMTP_URL: mailServer.url, MAIL_FROM: 'minga@example.org' },
    { url: targetUrl, connection },
  );
  const heldServer = await testMailServer();
  const heldConnection = openConnection(heldUrl, () => undefined);
  const heldSettings = { DATA_DIR: folders.held, SMTP_URL: heldServer.url, MAIL_FROM: 'minga@example.org' };
  // The delivery is due, to an address that is rejected before any connection.
  await heldConnection.pool.query(
    `update webhook_deliveries set due_at = '2020-01-01' where state = 'pending'`,
  );
  const whileHeld = await runHeldSite();
  await releaseDeliveries(heldConnection.db);
  const releasedApp = await testApp(heldSettings, { url: heldUrl, connection: heldConnection });
  afterAll(async () => {
    await connection.close();
    await mailServer.stop();
    await heldConnection.close();
    await heldServer.stop();
  });

  /** Runs the held site until its own jobs have ended. Returns its status, its sent e-mails and its deliveries. */
  async function runHeldSite() {
    const heldApp = await testApp(heldSettings, { url: heldUrl, connection: heldConnection });
    await heldApp.startJobs();
    await vi.waitFor(
      async () => {
        const { rows } = await heldConnection.pool.query(
          `select 1 from pgboss.job where name in ('account-emails', 'attendance-emails') and state < 'completed'`,
        );
        expect(rows).toEqual([]);
      },
      { timeout: 30_000, interval: 50 },
    );
    await heldApp.stop();
    return {
      isHolding: heldApp.platform.isHoldingDeliveries,
      sentence: await outgoingSentence(heldConnection.db, NOON),
      mails: heldServer.received.length,
      webhooks: await attemptedWebhooks(),
    };
  }

  async function attemptedWebhooks(): Promise<number> {
    const { rows } = await heldConnection.pool.query(
      `select 1 from webhook_deliveries where state <> 'pending' or due_at <> '2020-01-01'`,
    );
    return rows.length;
  }

  /** Blocks the backup in the middle of the tables while writes of every kind are made. */
  async function backupDuringWrites() {
    const lock = await lockTable(database.url, 'mail_unsubscriptions');
    const store = storeIn(folders.source);
    const parts = { databaseUrl: database.url, store, clock: () => NOON, allowsMissing: false };
    const writing = writeBackup(file, parts);
    await lock.waitForWaiter('minga backup');
    await publishWithPicture('Publicada después');
    await app.inject({ method: 'DELETE', url: `/api/tasks/${deletedActivity}`, headers: owner.headers });
    await db
      .update(activities)
      .set({ title: 'Cambiada después' })
      .where(eq(activities.id, activityWithImage));
    app.setNow(new Date(NOON.getTime() + 2 * HOUR));
    await app.platform.images.sweep();
    await lock.release();
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
    const { payload, headers } = await multipartOf(fields, {
      name: 'image',
      bytes: await plainPng(700, 500),
    });
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
    const contents = paths.map(
      async path => [path.slice(dataDir.length), await readFile(path, 'base64')] as const,
    );
    return Object.fromEntries(await Promise.all(contents));
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

  /** The only tables that a backup omits, for the reasons in tables.ts. */
  const EXCLUDED = [
    ...[
      'sessions',
      'pending_sign_ins',
      'api_tokens',
      'personal_calendars',
      'push_subscriptions',
      'pushes',
      'rate_limits',
      'backups',
    ],
    'delivery_hold',
  ].map(name => `public.${name}`);

  describe('a backup during writes', () => {
    it('restores a consistent snapshot of every table but the excluded ones', () => {
      expect(Object.keys(before).filter(name => before[name]?.length === 0)).toEqual([]);
      const compared = ({ 'public.mails': _, ...contents }: Contents) =>
        Object.fromEntries(Object.entries(contents).filter(([name]) => !EXCLUDED.includes(name)));
      expect(compared(restored)).toEqual(compared(before));
      expect(Object.keys(restored)).toEqual(Object.keys(before));
      expect(EXCLUDED.filter(name => restored[name]?.length !== 0)).toEqual(['public.backups']);
      expect(restored['public.mails']).toHaveLength(before['public.mails']?.length ?? 0);
      expect(restored['public.activities']?.join()).toContain('Lo que se borra');
      expect(restored['public.activities']?.join()).not.toContain('después');
    });

    it('contains no content of sent e-mails, whose links sign people in', async () => {
      expect(before['public.mails']?.join()).toContain(SENT_LINK);
      expect(restored['public.mails']?.join()).toContain('marta@example.org');
      expect(restored['public.mails']?.join()).not.toContain('enlace-ya-enviado');
    });

    it('restores the schema that the migrations create', async () => {
      expect(await databaseSchema(targetUrl)).toEqual(await databaseSchema(database.url));
    });

    it('restores every image in use byte by byte, including one that a sweep tried to delete', async () => {
      expect(Object.keys(filesBefore).length).toBeGreaterThan(5);
      expect(await filesUnder(folders.target)).toEqual(filesBefore);
      expect(manifest.images.pictures).toBe(2);
    });

    it('lets the next sweep delete what the backup had blocked', async () => {
      expect(await app.platform.images.sweep()).toBe(1);
    });

    it('restores pending and active jobs, with a new retention period', async () => {
      expect(jobsBefore).toHaveLength(3);
      expect(jobsRestored).toEqual(jobsBefore);
      const { rows } = await connection.pool.query(
        `select name from pgboss.job where state <> 'created' or keep_until < now()`,
      );
      expect(rows).toEqual([]);
      const retention = `select retention_seconds from pgboss.queue where name = 'dead-letters'`;
      expect((await connection.pool.query(retention)).rows).toEqual([
        { retention_seconds: 60 * 24 * 60 * 60 },
      ]);
    });

    it('is recorded on the site, with the newest others; a restored site has no record of it', async () => {
      const { pool } = database.connection;
      await pool.query(
        `insert into backups select now() - n * interval '1 day', 1, 1 from generate_series(1, 30) n`,
      );
      const finishedAt = new Date(NOON.getTime() + 400 * 24 * HOUR);
      await recordBackup(database.url, { finishedAt, milliseconds: 1234.5, bytes: 5e9 });
      const { rows } = await pool.query(
        'select count(*)::int, count(bytes)::int as whole, max(recorded_at), sum(milliseconds)::int from backups',
      );
      expect(rows).toEqual([{ count: 30, whole: 30, max: finishedAt, sum: 29 + 1235 }]);
      expect(restored['public.backups']).toEqual([expect.stringMatching(/,,\)$/)]);
    });

    it('is a tar in the ustar format of POSIX, which strict programs read', async () => {
      const header = (await readFile(file)).toString('latin1', 0, 512);
      expect(header.slice(156, 158)).toBe('0\0');
      expect(header.slice(257, 265)).toBe('ustar\x0000');
    });

    it('is readable by its owner only', async () => {
      expect(((await stat(file)).mode & 0o777).toString(8)).toBe('600');
      expect(await readdir(folder)).toEqual(expect.arrayContaining(['copia.tar']));
      expect((await readdir(folder)).filter(name => name.endsWith('.part'))).toEqual([]);
    });
  });

  describe('the restored site', () => {
    it('serves the same activities and images', async () => {
      const [activity] = (await restoredApp.inject('/api/tasks/search?q=huerta')).json();
      expect(activity).toMatchObject({ _id: activityWithImage, title: 'Minga de la huerta' });
      expect(
        (await restoredApp.inject(new URL(activity.image, 'http://localhost').pathname)).statusCode,
      ).toBe(200);
      expect(
        (await restoredApp.inject({ url: '/api/auth/verify', headers: owner.headers })).json(),
      ).toBeNull();
    });

    it('sends each pending e-mail once, including those that were only queued for writing', async () => {
      await restoredApp.startJobs();
      const recipients = () => mailServer.received.flatMap(email => email.recipients).sort();
      // A poller writes the owner's e-mail; the others were queued.
      const all = ['ana@example.org', 'luz@example.org', owner.user.email].sort();
      await vi.waitFor(
        async () => {
          expect(recipients()).toEqual(expect.arrayContaining(all));
          const { rows } = await connection.pool.query(
            `select 1 from pgboss.job where name in ('mails', 'account-emails', 'attendance-emails') and state < 'completed'`,
          );
          expect(rows).toEqual([]);
        },
        { timeout: 30_000, interval: 50 },
      );
      expect(recipients()).toEqual(all);
      expect((await connection.pool.query('select 1 from mails where sent_at is null')).rows).toEqual([]);
    });
  });

  describe('a site that was restored with its deliveries held', () => {
    it('sends and delivers nothing, and names what it keeps', () => {
      expect(whileHeld).toEqual({
        isHolding: true,
        mails: 0,
        webhooks: 0,
        sentence: expect.stringMatching(
          /^Por enviar: \d+ correos, \d+ recordatorios?, 1 entrega de webhook y 1 mensaje a otros servidores\.$/,
        ),
      });
    });

    it('sends everything once it is released', async () => {
      await releasedApp.startJobs();
      await vi.waitFor(
        async () => {
          expect((await heldConnection.pool.query('select 1 from mails where sent_at is null')).rows).toEqual(
            [],
          );
          expect(await attemptedWebhooks()).toBe(1);
        },
        { timeout: 30_000, interval: 50 },
      );
      const recipients = heldServer.received.flatMap(email => email.recipients);
      expect(recipients.sort()).toEqual(['ana@example.org', 'luz@example.org', owner.user.email].sort());
      expect(await releaseDeliveries(heldConnection.db)).toBeNull();
    });
  });
});

describe('backup s3', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minga-backup-s3-'));
  afterAll(() => rm(folder, { recursive: true }));
  const s3Url = await testS3(join(folder, 's3'));
  const onS3 = createImageStore({ settings: { dataDir: folder, s3Url } });
  const onDisk = createImageStore({ settings: { dataDir: join(folder, 'target'), s3Url: null } });

  it('backs up and restores images from disk to S3 and back', async () => {
    const { database, store, pictureId } = await createSiteFixture(join(folder, 'source'));
    const parts = { clock: () => NOON, allowsMissing: false };
    const first = join(folder, 'first.tar');
    await writeBackup(first, { ...parts, databaseUrl: database.url, store });
    const moved = await emptyDatabase();
    await restoreBackup(await openBackup(first), { databaseUrl: moved, store: onS3 });

    const second = join(folder, 'second.tar');
    await writeBackup(second, { ...parts, databaseUrl: moved, store: onS3 });
    await restoreBackup(await openBackup(second), { databaseUrl: await emptyDatabase(), store: onDisk });
    const [source, target] = ['source', 'target'].map(place => join(folder, place, 'images', pictureId));
    const files = await readdir(source ?? '');
    expect(files).toHaveLength(5);
    expect((await readdir(target ?? '')).sort()).toEqual(files.sort());
    for (const file of files) {
      expect(await readFile(join(target ?? '', file))).toEqual(await readFile(join(source ?? '', file)));
    }
  });
});

describe('earlier release', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'minga-earlier-'));
  afterAll(() => rm(folder, { recursive: true }));
  const storeIn = (name: string) =>
    createImageStore({ settings: { dataDir: join(folder, name), s3Url: null } });
  /** The image in use; the first release had no AVIF. */
  const PICTURE = '01930000-0000-7000-8000-000000000031';
  const FILES = ['320.webp', '640.webp', 'og.jpg'];

  it('restoring a backup of the first release equals upgrading it', async () => {
    const source = storeIn('source');
    for (const file of FILES) await source.write(`${PICTURE}/${file}`, Buffer.from(file));
    const old = await firstRelease();
    const before = [await databaseSchema(old), await databaseContents(old)];
    const path = join(folder, 'copia.tar');
    const { manifest } = await writeBackup(path, {
      databaseUrl: old,
      store: source,
      clock: () => NOON,
      allowsMissing: false,
    });
    expect(manifest).toMatchObject({ jobs: null, images: { pictures: 1, files: 3 } });
    await recordBackup(old, { finishedAt: NOON, milliseconds: 1, bytes: 1 });
    // Backups are made before an upgrade, so a backup must not migrate the database.
    expect([await databaseSchema(old), await databaseContents(old)]).toEqual(before);

    const restored = await emptyDatabase();
    await restoreBackup(await openBackup(path), { databaseUrl: restored, store: storeIn('target') });
    await applyMigrations(old);
    expect(await databaseSchema(restored)).toEqual(await databaseSchema(old));
    for (const url of [old, restored]) await replaceDrawnCodes(url);
    const [upgraded, contents] = [await databaseContents(old), await databaseContents(restored)];
    expect(contents).toEqual({
      ...upgraded,
      'public.sessions': [],
      'public.rate_limits': [],
      // The table has the time at which each database started recording.
      'public.backups': [expect.any(String)],
    });
    expect(upgraded['public.backups']).toHaveLength(1);
    expect((await readdir(join(folder, 'target', 'images', PICTURE))).sort()).toEqual(FILES);
  });
});
