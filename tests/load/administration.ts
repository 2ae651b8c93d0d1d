import { administrationCalls, type FilterValues } from './administration-calls.ts';
import { fillAdministration } from './administration-data.ts';
import { createSession } from './create-session.ts';
import { measureCall } from './measure-call.ts';
import type { Row } from './row.ts';
import type { Part, Pool } from './site.ts';

/** Administrators are few. */
const CONNECTIONS = 4;
const FULL_SIZE = { users: 100_000, activities: 100_000, attendances: 1_000_000 };

/** Every list and statistic of administration, over 100,000 accounts and activities and a million attendances. */
export const administration: Part = {
  name: 'administration',
  async run(site) {
    const { databaseUrl, pool, profile } = site;
    const users = FULL_SIZE.users * profile.share;
    const activities = FULL_SIZE.activities * profile.share;
    await fillAdministration(databaseUrl, {
      users,
      activities,
      attendances: FULL_SIZE.attendances * profile.share,
    });
    const headers = await createSession(pool, `role = 'admin'`);
    const rows: Row[] = [];
    const sizedSite = { ...site, size: activities };
    for (const [call, path] of Object.entries(administrationCalls(await readFilterValues(pool)))) {
      const request = { path, headers };
      rows.push(
        await measureCall(sizedSite, { part: 'administration', call, request, connections: CONNECTIONS }),
      );
    }
    return rows;
  },
};

async function readFilterValues(pool: Pool): Promise<FilterValues> {
  const { rows } = await pool.query<FilterValues>(
    `select (select activity_id from attendances group by 1 order by count(*) desc limit 1) as "activityId",
       (select id from users where role = 'user' order by id limit 1) as "userId",
       to_char(now() - interval '3 days', 'YYYY-MM-DD') as day,
       (select count(*)::int from users) as users,
       (select count(*)::int from activities) as activities,
       (select count(*)::int from attendances) as attendances`,
  );
  if (rows[0] === undefined) throw new Error('no rows to filter by');
  return rows[0];
}
