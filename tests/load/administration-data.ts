import { onLongConnection } from '../../apps/api/src/backup/connection.ts';
import { fillActivities } from './fill-activities.ts';

export interface RowCounts {
  readonly users: number;
  readonly activities: number;
  readonly attendances: number;
}

/** Attendees, with and without an account, per account. */
const ATTENDEES_PER_ACCOUNT = 1.4;

const accountStatements = ({ users }: RowCounts): string[] => [
  'select setseed(0.42)',
  `insert into users (id, username, email, phone, password_hash, role, is_active, created_at, updated_at)
   select gen_random_uuid(),
     (array['Ana','Luz Dary','José','María','Íngrid','Camilo','Yamile','Andrés'])[1 + n % 8] || ' '
       || (array['Muñoz','Chantre','Guegia','Velasco','Fernández','Sánchez','Yule','Campo','Ñañez'])[1 + n % 9] || ' ' || n,
     'persona' || n || '@example.org', '3001234567', '-', case when n % 500 = 7 then 'admin' else 'user' end, n % 20 <> 0,
     now() - (${users} - n) * interval '10 minutes', now()
   from generate_series(1, ${users}) n`,
];

const decisionAndAttendanceStatements = ({ users, activities, attendances }: RowCounts): string[] => [
  // Spread over time; four in ten are decided upon, one in two hundred is promoted. Without a limit of places, which the skewed
  // attendances would exceed.
  `update activities set status = decided.status, capacity = null, created_at = now() - decided.n * interval '10 minutes',
     rejection_reason = case decided.status when 'rejected' then 'Falta el lugar' end,
     promotion_start = case when decided.n % 200 = 0 then now() end,
     promotion_end = case when decided.n % 200 = 0 then now() + interval '7 days' end
   from (select id, row_number() over (order by md5(id::text)) as n,
       (array['rejected','approved','approved','approved','pending','pending','pending','pending','pending','pending'])
         [1 + row_number() over (order by md5(id::text)) % 10] as status
     from activities) decided
   where decided.id = activities.id`,
  'create temporary table numbered as select id, row_number() over (order by md5(id::text)) as n from activities',
  'create temporary table people as select id, username, email, row_number() over (order by id) as n from users',
  // Skewed by activity, uniform by person, inserted in the order of creation.
  `insert into attendances (id, activity_id, user_id, name, email, created_at)
   select gen_random_uuid(), numbered.id, people.id, coalesce(people.username, 'Visita ' || drawn.person),
     coalesce(people.email, 'visita' || drawn.person || '@example.org'),
     now() - (${attendances} - drawn.n) * interval '1 minute'
   from (
     select n, 1 + floor(${activities} * power(random(), 3))::int as activity,
       1 + floor(${users * ATTENDEES_PER_ACCOUNT} * random())::int as person
     from generate_series(1, ${Math.round(attendances * 1.02)}) n
   ) drawn
   join numbered on numbered.n = drawn.activity
   left join people on people.n = drawn.person
   order by drawn.n
   on conflict do nothing`,
  // One in a hundred has deleted the account since.
  `update attendances set user_id = null, name = null, email = null
   where id in (select id from attendances where user_id is not null order by md5(id::text) limit ${Math.round(attendances / 100)})`,
  // One in fifty is reported, five times on average; one in forty of these is appealed.
  `insert into report_cases (id, target_type, target_id, title, author_id, status, reports, opened_at, has_appeal, appeal_text, appealed_at)
   select gen_random_uuid(), 'activity', activities.id, activities.title, activities.owner_id, 'open', 1 + n % 9,
     now() - n * interval '5 minutes', n % 40 = 0, case when n % 40 = 0 then 'Ya la corregimos' end,
     case when n % 40 = 0 then now() end
   from numbered join activities using (id) where n <= ${Math.ceil(activities / 50)}`,
  `insert into reports (id, case_id, round, reporter_id, reason, text, created_at)
   select gen_random_uuid(), report_cases.id, 1, people.id,
     (array['spam','fraude','odio','peligro','datos','otro'])[1 + number % 6], 'Aviso ' || number, opened_at + number * interval '1 minute'
   from report_cases cross join generate_series(1, 9) number left join people on people.n = number and number % 2 = 0
   where number <= report_cases.reports`,
  // Removes the dead rows that the bulk update left behind.
  'vacuum full activities, attendances',
  'vacuum analyze users, activities, attendances, search_vocabulary, report_cases, reports',
];

/** Fills an empty database with accounts, activities and attendances. */
export async function fillAdministration(databaseUrl: string, counts: RowCounts): Promise<void> {
  await run(databaseUrl, accountStatements(counts));
  await fillActivities(databaseUrl, counts.activities);
  await run(databaseUrl, decisionAndAttendanceStatements(counts));
}

const run = (databaseUrl: string, statements: readonly string[]): Promise<void> =>
  onLongConnection(databaseUrl, async client => {
    for (const statement of statements) await client.query(statement);
  });
