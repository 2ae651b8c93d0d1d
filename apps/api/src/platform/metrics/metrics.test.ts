import { readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { NOON, testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { aDeadLetter } from '../../../test/dead-letters.ts';
import { anActivity, anAttendance, aReminder, signedIn } from '../../../test/factories.ts';
import { connectLive, listenOnFreePort } from '../../../test/live-client.ts';
import { errorOf } from '../../../test/requests.ts';
import { dueHandlers, pollingTasks } from '../../pollers.ts';
import { mails } from '../mail/schema.ts';
import { canReadMetrics } from './metrics.ts';

describe('metrics', async () => {
  const TOKEN = 'una-clave-larga-y-secreta';
  const app = await testApp({ METRICS_TOKEN: TOKEN });
  const brokenDatabase = await testDatabase();
  const broken = await testApp({}, brokenDatabase);
  const homeless = await testApp({ DATA_DIR: '/nonexistent/minga' });
  const { db, mailer } = app.platform;

  async function readMetrics(one = app): Promise<string> {
    const reply = await one.inject({ url: '/metrics' });
    expect(reply.statusCode).toBe(200);
    return reply.body;
  }

  /** Returns the value of a series such as `minga_letters{state="waiting"}`. */
  function gaugeValue(text: string, series: string): number | undefined {
    const line = text.split('\n').find(one => one.startsWith(`${series} `));
    return line === undefined ? undefined : Number(line.slice(series.length + 1));
  }

  let scrapes = 0;
  /** Advances the clock past the freshness of cached database values. */
  const expireCache = () => app.setNow(new Date(NOON.getTime() + ++scrapes * 15_000));

  describe('access', () => {
    const remote = { url: '/metrics', remoteAddress: '10.0.0.7' };

    it('is allowed from the same machine and with the token', async () => {
      const own = await app.inject({ url: '/metrics' });
      expect([own.statusCode, own.headers['content-type'], own.headers['cache-control']]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
        'no-store',
      ]);
      const headers = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '10.0.0.7' };
      expect((await app.inject({ ...remote, headers })).statusCode).toBe(200);
    });

    it('is denied to all others, including admins', async () => {
      const forbidden = { status: 403, code: 'FORBIDDEN', message: 'No tienes permiso para esta acción' };
      const admin = await signedIn(db, { role: 'superadmin' });
      for (const headers of [{}, admin.headers, { authorization: 'Bearer otra-clave-larga' }]) {
        const reply = await app.inject({ ...remote, headers });
        expect(errorOf(reply)).toEqual(forbidden);
        expect(reply.body).not.toContain('minga_');
      }
      const headers = { 'x-forwarded-for': '127.0.0.1' };
      expect(errorOf(await app.inject({ url: '/metrics', headers }))).toEqual(forbidden);
    });
  });

  describe('requests', () => {
    const count = (labels: string) => `minga_http_request_duration_seconds_count{${labels}}`;

    it('are counted by method, route template and status class', async () => {
      const { id } = await anActivity(db);
      for (let time = 0; time < 3; time++) await app.inject({ url: `/api/tasks/${id}` });
      await app.inject({ url: '/api/tasks/01930000-0000-7000-8000-00000000000a' });
      const text = await readMetrics();
      expect(gaugeValue(text, count('method="GET",route="/api/tasks/:id",status="2xx"'))).toBe(3);
      expect(gaugeValue(text, count('method="GET",route="/api/tasks/:id",status="4xx"'))).toBe(1);
    });

    it('expose no id, email or token, and no unknown path', async () => {
      const { user, headers, token } = await signedIn(db);
      const { id } = await anActivity(db);
      const attendance = await anAttendance(db, { activityId: id });
      await app.inject({ url: `/api/attendances/check/${id}?email=${attendance.email}`, headers });
      await app.inject({ url: `/inventado-${id}?token=${token}` });
      await app.inject({ url: `/api/${user.email}` });
      const text = await readMetrics();
      expect(text).toContain('route="/api/attendances/check/:taskId"');
      for (const secret of [id, user.id, user.email, token, attendance.email, 'inventado', '@example']) {
        expect(text).not.toContain(secret);
      }
    });
  });

  describe('gauges', () => {
    it('report the process and its connections', async () => {
      const text = await readMetrics();
      expect(gaugeValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
      expect(gaugeValue(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
      expect(gaugeValue(text, 'minga_database_connections{state="idle"}')).toBeGreaterThan(0);
      expect(gaugeValue(text, 'minga_database_connections{state="waiting"}')).toBe(0);
      expect(gaugeValue(text, 'minga_live_connections')).toBe(0);
      await connectLive(await listenOnFreePort(app.server), (await signedIn(db)).headers);
      expect(gaugeValue(await readMetrics(), 'minga_live_connections')).toBe(1);
    });

    it('report pending, failed and late work', async () => {
      await aDeadLetter(app.platform);
      const email = { subject: 'Hola', html: 'Hola', text: 'Hola' };
      const plain = { kind: 'passwordChangedEmail', cause: 'recipient' } as const;
      await db.transaction(tx => mailer.send(tx, { ...email, to: 'ana@example.org' }, plain));
      await db.transaction(tx => mailer.send(tx, { ...email, to: 'luz@example.org' }, plain));
      await db.execute(sql`update mails set failure = 'ECONNECTION' where recipient = 'luz@example.org'`);
      const mistyped = {
        ...email,
        recipient: 'lus@example.org',
        createdAt: NOON,
        state: 'rejected',
      } as const;
      await db.insert(mails).values({ ...mistyped, failure: 'EENVELOPE 550 5.1.1' });
      const aMinute = 60_000;
      await aReminder(db, { dueAt: new Date(NOON.getTime() - 2 * aMinute) });
      await aReminder(db, { dueAt: new Date(NOON.getTime() - 1_000) });
      await aReminder(db, { dueAt: new Date(NOON.getTime() + aMinute * 60) });
      const recordedAt = new Date(NOON.getTime() - 60 * aMinute);
      await db.execute(sql`insert into backups values (${recordedAt}, 1, 1)`);
      await db.execute(sql`insert into postponed_work values ('digests', 'x', 14, ${NOON}, null)`);
      expireCache();
      const text = await readMetrics();
      expect(gaugeValue(text, 'minga_backup_age_seconds')).toBe(3_600 + scrapes * 15);
      expect(gaugeValue(text, 'minga_database_up')).toBe(1);
      expect(gaugeValue(text, 'minga_database_bytes')).toBeGreaterThan(1e6);
      expect(gaugeValue(text, 'minga_dead_letters')).toBe(1);
      expect(gaugeValue(text, 'minga_postponed_rows{task="digests",state="retried"}')).toBe(0);
      expect(gaugeValue(text, 'minga_postponed_rows{task="digests",state="given-up"}')).toBe(1);
      expect(gaugeValue(text, 'minga_letters{state="waiting"}')).toBe(1);
      expect(gaugeValue(text, 'minga_letters{state="failing"}')).toBe(1);
      expect(gaugeValue(text, 'minga_letters{state="given-up"}')).toBe(1);
      expect(gaugeValue(text, 'minga_expired_letters')).toBe(0);
      expect(gaugeValue(text, 'minga_mail_server_missing')).toBe(0);
      expect(gaugeValue(text, 'minga_letters_sent_last_day')).toBe(0);
      expect(gaugeValue(text, 'minga_reminders{state="due"}')).toBe(2);
      expect(gaugeValue(text, 'minga_reminders{state="late"}')).toBe(1);
      expect(gaugeValue(text, 'minga_jobs{queue="mails",state="active"}')).toBe(0);
      expect(gaugeValue(text, 'minga_image_disk_free_bytes')).toBeGreaterThan(0);
      for (const name of ['accounts', 'activities', 'attendances']) {
        expect(gaugeValue(text, `minga_${name}`)).toBe(
          await db.$count(sql.identifier(name === 'accounts' ? 'users' : name)),
        );
      }
    });

    it('query the database at most once in 15 s, regardless of the number of scrapes', async () => {
      expireCache();
      const before = gaugeValue(await readMetrics(), 'minga_activities') ?? 0;
      await anActivity(db);
      const scraped = await Promise.all([readMetrics(), readMetrics(), readMetrics()]);
      expect(scraped.map(text => gaugeValue(text, 'minga_activities'))).toEqual([before, before, before]);
      expireCache();
      expect(gaugeValue(await readMetrics(), 'minga_activities')).toBe(before + 1);
    });

    it('include every metric of the dashboard and of the alert rules', async () => {
      await db.execute(sql`update mails set sent_at = ${NOON} where recipient = 'luz@example.org'`);
      expireCache();
      const text = await readMetrics();
      const file = new URL('../../../../../deploy/grafana-dashboard.json', import.meta.url);
      const dashboard: string = JSON.stringify(JSON.parse(await readFile(file, 'utf8')).panels);
      const alerts = await readFile(
        new URL('../../../../../deploy/prometheus-alerts.yml', import.meta.url),
        'utf8',
      );
      expect(alerts.match(/- alert: /g)?.length).toBeGreaterThan(8);
      const names = new Set((dashboard + alerts).match(/\b(minga|process|nodejs)_[a-z0-9_]+/g));
      expect(names.size).toBeGreaterThan(20);
      expect([...names].filter(name => !text.includes(`\n${name}`))).toEqual([]);
    });

    describe('of which one cannot be read', () => {
      /** The source of each number, and the metrics that need it. */
      const sources: [string, string[]][] = [
        [
          'mails',
          ['letters', 'expired_letters', 'letters_sent_last_day', 'letter_last_sent_timestamp_seconds'],
        ],
        ['postponed_work', ['postponed_rows']],
        ['reminders', ['reminders']],
        ['backups', ['backup_age_seconds']],
        ['users', ['accounts', 'reminders']],
        ['attendances', ['attendances', 'reminders']],
        ['activities', ['activities', 'reminders']],
        ['pgboss.job', ['dead_letters', 'letters', 'expired_letters', 'letter_last_sent_timestamp_seconds']],
        ['pgboss.queue', ['jobs']],
      ];
      const namesIn = (text: string) => [...new Set(text.match(/^minga_\w+/gm))].sort();

      it.each(sources)('without %s show all the others', async (table, names) => {
        await broken.platform.jobs.queues();
        broken.setNow(new Date(NOON.getTime() + ++scrapes * 15_000));
        const whole = await readMetrics(broken);
        const [schema, name] = table.includes('.') ? table.split('.') : ['public', table];
        const rename = (from: string, to: string) =>
          broken.platform.db.execute(sql.raw(`alter table ${schema}.${from} rename to ${to}`));
        await rename(name ?? '', 'away');
        broken.setNow(new Date(NOON.getTime() + ++scrapes * 15_000));
        const text = await readMetrics(broken);
        await rename('away', name ?? '');
        expect(gaugeValue(text, 'minga_database_up')).toBe(1);
        expect(gaugeValue(text, 'minga_unread_figures')).toBeGreaterThan(0);
        const missing = namesIn(whole).filter(one => !namesIn(text).includes(one));
        expect(missing.filter(one => !names.includes(one.slice('minga_'.length)))).toEqual([]);
        expect(missing).not.toEqual([]);
      });

      it('omit the disk without DATA_DIR, also for administrators', async () => {
        const text = await readMetrics(homeless);
        expect(gaugeValue(text, 'minga_database_up')).toBe(1);
        expect(text).not.toContain('minga_image_disk');
        const { headers } = await signedIn(homeless.platform.db, { role: 'admin' });
        const { statusCode, body } = await homeless.inject({ url: '/api/system', headers });
        expect([statusCode, JSON.parse(body).images.disk]).toEqual([200, null]);
      });

      it('omit those of a database that does not respond', async () => {
        const { pathname } = new URL(brokenDatabase.url);
        await db.execute(sql.raw(`alter database ${pathname.slice(1)} allow_connections false`));
        await db.execute(
          sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${pathname.slice(1)}`,
        );
        broken.setNow(new Date(NOON.getTime() + ++scrapes * 15_000));
        const text = await readMetrics(broken);
        expect(gaugeValue(text, 'minga_database_up')).toBe(0);
        expect(text).not.toContain('minga_letters');
        expect(gaugeValue(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
      });
    });
  });

  describe('docs/metrics.md', () => {
    const read = (path: string) => readFile(new URL(`../../../../../${path}`, import.meta.url), 'utf8');
    /** Returns the names in backticks in the first column of a table. */
    const namesOf = (document: string, firstColumn: string) => {
      const [, table = ''] = new RegExp(`\\| ${firstColumn} .*\\n((?:\\|.*\\n)+)`).exec(document) ?? [];
      return table.split('\n').flatMap(row => (row.split('|')[1] ?? '').match(/(?<=`)[\w*-]+/g) ?? []);
    };

    it('lists every metric of Minga', async () => {
      await db.execute(sql`update mails set sent_at = ${NOON} where recipient = 'luz@example.org'`);
      expireCache();
      const shown = new Set((await readMetrics()).match(/(?<=^# TYPE )minga_\w+/gm));
      const listed = namesOf(await read('docs/metrics.md'), 'Métrica').filter(name =>
        name.startsWith('minga_'),
      );
      expect(listed.sort()).toEqual([...shown].sort());
    });

    it('lists every queue, and so does Sistema; and every polling task', async () => {
      const document = await read('docs/metrics.md');
      const queues = (await app.platform.jobs.queues()).map(({ name }) => name).sort();
      expect(namesOf(document, 'Cola').sort()).toEqual(queues);
      const names = await read('apps/web/src/features/administration/system/queue-name.ts');
      expect([...names.matchAll(/^ {2}'?([\w-]+)'?: '/gm)].map(([, name]) => name).sort()).toEqual(queues);
      const tasks = [...Object.keys(pollingTasks(app.platform)), 'searchRebuild'];
      expect(namesOf(document, 'Cada 5 segundos').sort()).toEqual(tasks.sort());
    });

    it('names every kind of due work in the row of its polling task', async () => {
      const document = await read('docs/metrics.md');
      const rowOf = (task: string) => document.split('\n').find(line => line.startsWith(`| \`${task}\``));
      for (const [task, handlers] of Object.entries(dueHandlers))
        for (const { kind } of handlers) expect(rowOf(task)).toContain(`\`${kind}\``);
    });
  });
});

describe('metrics access', () => {
  const TOKEN = 'una-clave-larga-y-secreta';
  const local = { host: 'localhost:3000' };

  it('needs no token on the same machine', () => {
    expect(canReadMetrics({ address: '127.0.0.1', headers: local }, null)).toBe(true);
    expect(canReadMetrics({ address: '10.0.0.7', headers: local }, null)).toBe(false);
  });

  it.each([
    [`Bearer ${TOKEN}`, TOKEN, true],
    [`bearer ${TOKEN}`, TOKEN, true],
    [`Bearer ${TOKEN}x`, TOKEN, false],
    [`Bearer ${TOKEN.slice(0, -1)}`, TOKEN, false],
    ['Bearer ñ', TOKEN, false],
    ['Bearer  ', TOKEN, false],
    [TOKEN, TOKEN, false],
    [`Basic ${TOKEN}`, TOKEN, false],
    [`Bearer ${TOKEN}`, null, false],
    ['Bearer null', null, false],
  ])(
    'remote request with authorization "%s" and configured token %s: %s',
    (authorization, token, allowed) => {
      const headers = { host: 'minga.example.org', 'x-forwarded-for': '10.0.0.7', authorization };
      expect(canReadMetrics({ address: '10.0.0.7', headers }, token)).toBe(allowed);
    },
  );

  it('rejects a wrong token even from the same machine', () => {
    const headers = { ...local, authorization: 'Bearer otra' };
    expect(canReadMetrics({ address: '127.0.0.1', headers }, TOKEN)).toBe(false);
  });
});
