import { onLongConnection } from '../../apps/api/src/backup/connection.ts';
import { hashPassword } from '../../apps/api/src/modules/accounts/password-service.ts';
import { animation } from '../../apps/api/test/pictures.ts';
import { createSession } from './create-session.ts';
import { fillActivities } from './fill-activities.ts';
import { activityFields, repeat } from './health-bodies.ts';
import type { Pool, Site } from './site.ts';

/** Half of them are upcoming. */
const ACTIVITIES = 2_400;
/** Upcoming ones of the organiser, and as many past ones. The others belong to other people. */
const OWN = 500;
const NEEDS = 40;
const PEOPLE = 2_000;
export const PASSWORD = 'una clave larga 123';
/** Series that are edited and deleted, and accounts that leave: one for each concurrent request. */
const EACH = 20;
/** Rows of the lists that are no activities. */
const ROWS = 600;

type Headers = Record<'cookie', string>;

/** The largest rows that validation accepts, and accounts with many of everything. */
export interface HealthData {
  /** Owns `OWN` upcoming activities with the busy one, the series, and as many past ones. */
  readonly organiser: Headers;
  readonly organiserId: string;
  /** Attends every activity of the organiser; has hours of the past ones. */
  readonly attendee: Headers;
  readonly admin: Headers;
  readonly superadmin: Headers;
  readonly upcomingIds: readonly string[];
  /** An activity whose door is open, with `PEOPLE` attendees. */
  readonly busyId: string;
  readonly busyAttendanceIds: readonly string[];
  /** A past activity with `PEOPLE` attendees who were checked in. */
  readonly pastId: string;
  readonly pastAttendanceIds: readonly string[];
  readonly needIds: readonly string[];
  /** The attendee's attendances with hours. */
  readonly helpedIds: readonly string[];
  /** Upcoming ones of other people. */
  readonly pendingIds: readonly string[];
  /** Upcoming ones without a picture. */
  readonly noPhotoIds: readonly string[];
  /** An upcoming one of which no need must be claimed. */
  readonly freeId: string;
  /** Of 60 dates each. */
  readonly series: readonly Series[];
  /** Sessions of accounts with some activities, whose password is `PASSWORD`. */
  readonly leaving: readonly Headers[];
  readonly slug: string;
  /** An animation of 5 MB. */
  readonly picture: Buffer;
  readonly trust: Readonly<Record<string, unknown>>;
}

interface Series {
  readonly id: string;
  readonly firstId: string;
}

/** A text of so many characters that compresses badly and whose JSON needs escapes, from few words, so that the database learns them soon. */
const text = (seed: string, characters: number) =>
  `left((select string_agg(md5(abs(hashtext(${seed}::text || i) % 300)::text), E'\\n«ñ"') from generate_series(1, ${Math.ceil(characters / 32)}) i), ${characters})`;

const EMAIL = { organiser: 'organiza@example.org', attendee: 'asiste@example.org' };
const idOf = (email: string) => `(select id from users where email = '${email}')`;
const ORGANISER = idOf(EMAIL.organiser);
const ATTENDEE = idOf(EMAIL.attendee);

const accounts = `insert into users (id, username, email, password_hash, role, created_at, updated_at)
  select gen_random_uuid(), 'Persona ' || email, email, '-', role, now(), now()
  from (values ('${EMAIL.organiser}', 'user'), ('${EMAIL.attendee}', 'user'), ('administra@example.org', 'admin'), ('super@example.org', 'superadmin')) v (email, role)`;

const largest = (collectiveId: string): string[] => [
  // Takes minutes for so many texts at once.
  'alter table activities disable trigger activities_prune_updated',
  `insert into images (id, width, height, widths, has_avif, placeholder, is_used, created_at, unused_since)
   select gen_random_uuid(), 1600, 1200, '{400,800,1200,1600}', true, 'data:image/webp;base64,' || repeat('UklGRjwAAABXRUJQVlA4', 12), true, now(), now()
   from generate_series(1, 2000)`,
  `with numbered as (select id, row_number() over (order by id) n from activities),
     pictures as (select id, row_number() over (order by id) n from images)
   update activities set
     title = left(title || ' ' || md5(left(title, 1)) || md5(left(place, 1)), 90), description = ${text('activities.id', 2000)},
     place = left(place || ' ' || md5(left(place, 1)), 40), directions = ${text('activities.id', 300)}, capacity = 100000,
     responsible = array['Ana María Muñoz Chantre', 'José Guegia', 'Íngrid Velasco Yule'],
     tags = array['etiqueta uno', 'etiqueta dos', 'etiqueta tres', 'etiqueta cuatro', 'etiqueta cinco'],
     image_id = pictures.id, needs_required = true,
     questions = (select jsonb_agg(jsonb_build_object('_id', gen_random_uuid(), 'label', ${text('q', 120)}, 'kind', 'choice', 'required', false,
       'options', (select jsonb_agg(left(o || md5(o::text) || md5(q::text), 60)) from generate_series(1, 10) o))) from generate_series(1, 5) q),
     goals = (select jsonb_agg(jsonb_build_object('_id', gen_random_uuid(), 'label', ${text('g', 60)}, 'target', 1000000, 'unit', ${text('g', 20)}, 'reached', 7)) from generate_series(1, 5) g)
   from numbered, pictures where numbered.id = activities.id and pictures.n = 1 + numbered.n % 2000`,
  `update activities set image_id = null, needs_required = false where id in (select id from activities order by id limit 100)`,
  `insert into activity_needs (id, activity_id, position, kind, name, quantity, starts_at, ends_at, note)
   select gen_random_uuid(), activities.id, n, 'task', ${text('n', 60)}, 1000, date, date + interval '1 hour', ${text('n', 200)}
   from activities, generate_series(0, ${NEEDS - 1}) n`,
  ...["date > now() + interval '1 day'", "date < now() - interval '1 day'"].map(
    when =>
      `update activities set owner_id = ${ORGANISER}, collective_id = '${collectiveId}', promotion_start = now(), promotion_end = now() + interval '7 days'
       where id in (select id from activities where ${when} order by id limit ${OWN})`,
  ),
  `update activities set promotion_start = now(), promotion_end = now() + interval '7 days'`,
];

const rows = (busyId: string, pastId: string): string[] => [
  `update activities set date = now() + interval '4 hours' where id = '${busyId}'`,
  `update activities set date = now() - interval '1 day' where id = '${pastId}'`,
  `insert into users (id, username, email, password_hash, created_at, updated_at)
   select gen_random_uuid(), 'Persona Número ' || n, 'asistente' || n || '@example.org', '-', now(), now() from generate_series(1, ${PEOPLE}) n`,
  // The attendee's own, with hours in the past ones.
  `insert into attendances (id, activity_id, user_id, name, email, answers, created_at, checked_in_at, hours)
   select gen_random_uuid(), activities.id, ${ATTENDEE}, 'Persona Asistente', '${EMAIL.attendee}', ${ANSWERS_OF_ACTIVITY()}, now(),
     case when date < now() then now() end, case when date < now() then 4 end
   from activities where owner_id = ${ORGANISER}`,
  ...[busyId, pastId].map(
    id => `insert into attendances (id, activity_id, user_id, name, email, phone, answers, companions, created_at, checked_in_at)
     select gen_random_uuid(), activities.id, users.id, users.username, users.email, '+5730' || (10000000 + row_number() over ()), ${ANSWERS_OF_ACTIVITY()}, 9, now(),
       case when activities.date < now() then now() end
     from activities, users where activities.id = '${id}' and users.email like 'asistente%'`,
  ),
  `insert into attendance_claims (attendance_id, need_id, quantity, created_at)
   select a.id, n.id, 1, now() from attendances a join activity_needs n using (activity_id)
   where a.user_id = ${ATTENDEE} and n.position < 20`,
  `insert into attendance_claims (attendance_id, need_id, quantity, created_at)
   select a.id, n.id, 1, now() from (select *, row_number() over () r from attendances where activity_id = '${busyId}' and user_id <> ${ATTENDEE}) a
   join activity_needs n using (activity_id) where n.position between 20 and 39 and a.r <= 900`,
  `insert into reminders (id, user_id, activity_id, days_before, created_at)
   select gen_random_uuid(), ${ATTENDEE}, activity_id, 30, now() from attendances where user_id = ${ATTENDEE}`,
  `insert into notifications (id, user_id, type, title, message, task_id, created_at, delivered_at)
   select gen_random_uuid(), ${ATTENDEE}, 'message', ${text('n', 80)}, ${text('n', 2000)}, '${busyId}', now(), now() from generate_series(1, ${ROWS}) n`,
  `insert into report_cases (id, target_type, target_id, title, author_id, status, reports, opened_at)
   select gen_random_uuid(), 'activity', id, title, owner_id, 'open', 9, now() from activities where owner_id <> ${ORGANISER} limit ${ROWS}`,
  `insert into reports (id, case_id, round, reason, text, created_at)
   select gen_random_uuid(), id, 1, 'spam', ${text('n', 500)}, now() from report_cases, generate_series(1, 9) n`,
  `insert into feedback (attendance_id, activity_id, rating, text, created_at)
   select id, activity_id, 5, ${text('id', 500)}, now() from attendances where activity_id = '${pastId}'`,
  'alter table activities enable trigger activities_prune_updated',
  'vacuum analyze',
];

const ANSWERS_OF_ACTIVITY = () =>
  `(select jsonb_agg(jsonb_build_object('questionId', q ->> '_id', 'value', ${text('activities.id', 300)})) from jsonb_array_elements(questions) q)`;

export async function fillHealthData({ databaseUrl, pool, origin }: Site): Promise<HealthData> {
  await fillActivities(databaseUrl, ACTIVITIES);
  const run = (all: readonly string[]) =>
    onLongConnection(databaseUrl, async client => {
      for (const statement of all) await client.query(statement);
    });
  await run([accounts]);
  const organiser = await createSession(pool, `email = '${EMAIL.organiser}'`);
  const { _id: collectiveId, slug } = await createCollective(origin, organiser);
  await run(largest(collectiveId));
  const ids = (query: string) => idsOf(pool, query);
  const own = `owner_id = ${ORGANISER} and date`;
  const [[busyId = ''], [pastId = '']] = [
    await ids(`select id from activities where ${own} > now() order by id limit 1`),
    await ids(`select id from activities where ${own} < now() order by id limit 1`),
  ];
  await run(rows(busyId, pastId));
  const peopleOf = (id: string) =>
    ids(
      `select id from attendances where activity_id = '${id}' and user_id <> ${ATTENDEE} order by id limit ${PEOPLE}`,
    );
  const sessionOf = (role: string) => createSession(pool, `role = '${role}'`);
  const [organiserId = ''] = await ids(`select ${ORGANISER} as id`);
  // Otherwise some calls ask for a proof of identity.
  const hash = await hashPassword(PASSWORD);
  await pool.query(`update users set password_hash = $1 where email like 'persona%'`, [hash]);
  const data = {
    organiser,
    organiserId,
    attendee: await createSession(pool, `email = '${EMAIL.attendee}'`),
    admin: await sessionOf('admin'),
    superadmin: await sessionOf('superadmin'),
    upcomingIds: await ids(
      `select id from activities where ${own} > now() and id <> '${busyId}' order by id`,
    ),
    busyId,
    busyAttendanceIds: await peopleOf(busyId),
    pastId,
    pastAttendanceIds: await peopleOf(pastId),
    needIds: await ids(`select id from activity_needs where activity_id = '${busyId}' order by position`),
    helpedIds: await ids(
      `select id from attendances where user_id = ${ATTENDEE} and hours is not null order by id`,
    ),
    pendingIds: await ids(
      `select id from activities where not (${own} > now()) and date > now() order by id`,
    ),
    noPhotoIds: await ids(`select id from activities where image_id is null and date > now() order by id`),
    freeId:
      (await ids(`select id from activities where not needs_required and ${own} > now() order by id`))[0] ??
      '',
    series: [] as Series[],
    leaving: await Promise.all(
      Array.from({ length: EACH }, (_, n) => createSession(pool, `email = 'persona${n + 1}@example.org'`)),
    ),
    slug,
    picture: await largestAnimation(),
    trust: trustLists(),
  };
  for (let n = 0; n < 2 * EACH; n += 1) data.series.push(await createSeries(origin, organiser));
  await setTrust(origin, data.superadmin, data.trust);
  await pool.query('update sessions set confirmed_at = now()');
  return data;
}

async function createSeries(origin: string, headers: Headers): Promise<Series> {
  const response = await fetch(`${origin}/api/tasks`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ ...activityFields(), repeat }),
  });
  if (response.status !== 201) throw new Error(`no series: ${response.status} ${await response.text()}`);
  const { _id, series } = (await response.json()) as { _id: string; series: { _id: string } };
  return { id: series._id, firstId: _id };
}

const trustLists = () => {
  const entries = (entry: (n: number) => string) => Array.from({ length: 500 }, (_, n) => entry(n));
  return {
    heldWords: entries(n => `palabra${n} vigilada ${'x'.repeat(20)}`),
    heldDomains: entries(n => `sitio${n}.vigilado.example`),
    refusedMailDomains: entries(n => `correo${n}.example`),
    holdFirst: 0,
  };
};

async function setTrust(origin: string, headers: Headers, lists: object): Promise<void> {
  const response = await fetch(`${origin}/api/admin/trust`, {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(lists),
  });
  if (response.status !== 200) throw new Error(`no trust lists: ${response.status} ${await response.text()}`);
}

async function createCollective(origin: string, headers: Headers): Promise<{ _id: string; slug: string }> {
  const response = await fetch(`${origin}/api/collectives`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Junta de vecinas', description: 'ñ'.repeat(1000) }),
  });
  if (response.status !== 201) throw new Error(`no collective: ${response.status} ${await response.text()}`);
  return (await response.json()) as { _id: string; slug: string };
}

async function idsOf(pool: Pool, query: string): Promise<string[]> {
  const { rows: found } = await pool.query<{ id: string }>(query);
  return found.map(({ id }) => id);
}

const largestAnimation = (): Promise<Buffer> => animation(1200, 1000, Array<number>(30).fill(100));
