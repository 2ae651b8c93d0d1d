import { createSession } from './create-session.ts';
import { timeRequests } from './http-load.ts';
import { measureCall } from './measure-call.ts';
import { atLeast, type Row, rowOf } from './row.ts';
import type { Part, Pool, Site } from './site.ts';
import { upcomingIds } from './upcoming-ids.ts';

const PARTICIPANTS = 500;
/** People a second who confirm while a public list is measured. */
const BURST = 50;
const CATALOGUE = '/api/tasks/search?date=proximas&limit=24';
const part = 'participants';

/** The organiser's list of a large activity, and the catalogue while many confirm in one activity whose places it shows. */
export const participants: Part = {
  name: part,
  async run(site) {
    const [listed = '', limited = ''] = await upcomingIds(site.pool, 2);
    await fillParticipants(site.pool, listed);
    const headers = await createSession(
      site.pool,
      `id = (select owner_id from activities where id = '${listed}')`,
    );
    const list = await measureCall(site, {
      part,
      call: `list of ${PARTICIPANTS} with answers and needs`,
      request: { path: `/api/attendances/${listed}?limit=${PARTICIPANTS}`, headers },
    });
    return [list, await measureBurst(site, limited)];
  },
};

async function measureBurst(site: Site, taskId: string): Promise<Row> {
  const { origin, pool, profile, size } = site;
  await pool.query('update activities set capacity = 100000 where id = $1', [taskId]);
  const load = { origin, request: { path: CATALOGUE }, status: 200, connections: 20 } as const;
  const alone = await timeRequests(profile, load);
  let sent = 0;
  const confirmation = () => {
    sent += 1;
    return {
      method: 'POST',
      path: '/api/attendances/confirm',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taskId, name: 'Luz Dary', email: `burst${sent}@example.org` }),
    } as const;
  };
  const [measured] = await Promise.all([
    timeRequests(profile, load),
    timeRequests(profile, { origin, request: confirmation, status: 201, connections: 5, rate: BURST }),
  ]);
  const call = `catalogue while ${BURST} a second confirm, against without`;
  return rowOf({ part, call, size, ...measured, baselineRate: alone.rate }, atLeast(0.7));
}

/** Fills an activity with participants who answered a question and take on a task. */
async function fillParticipants(pool: Pool, activityId: string): Promise<void> {
  await pool.query(
    `with question as (
       update activities set capacity = null, questions = jsonb_build_array(jsonb_build_object(
         '_id', gen_random_uuid(), 'label', '¿Qué traes?', 'kind', 'text', 'options', '[]'::jsonb, 'required', false
       )) where id = $1 returning questions->0->>'_id' as id
     ), need as (
       insert into activity_needs (id, activity_id, position, kind, name, quantity, note)
       values (gen_random_uuid(), $1, 0, 'task', 'Cocina', $2, '') returning id
     ), participant as (
       insert into attendances (id, activity_id, name, email, proof_hash, answers, created_at)
       select gen_random_uuid(), $1, 'Persona ' || n, 'participa' || n || '@example.org', decode(md5(n::text) || md5(n::text), 'hex'),
         jsonb_build_array(jsonb_build_object('questionId', question.id, 'value', 'Una pala')), now()
       from question, generate_series(1, $2::int) n returning id
     ) insert into attendance_claims (attendance_id, need_id, quantity, created_at)
     select participant.id, need.id, 1, now() from participant, need`,
    [activityId, PARTICIPANTS],
  );
}
