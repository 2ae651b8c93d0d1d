import type { Claim } from '@minga/contract/needs';
import { and, desc, eq, inArray, lt, notInArray, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../platform/database/connection.ts';
import { preparedInsert } from '../../../platform/database/queries.ts';
import { activities, activityNeeds } from '../../activities/queries.ts';
import { attendanceClaims, attendances } from '../schema.ts';

export const insertClaims = preparedInsert(attendanceClaims);

/** Replaces the claims of an attendance. A need that it already claimed keeps the time of its first claim. */
export async function replaceClaims(
  tx: Transaction,
  attendanceId: string,
  claims: readonly Claim[],
  createdAt: Date,
): Promise<void> {
  const kept = claims.map(({ needId }) => needId);
  const isMine = eq(attendanceClaims.attendanceId, attendanceId);
  await tx.delete(attendanceClaims).where(and(isMine, notInArray(attendanceClaims.needId, kept)));
  if (claims.length === 0) return;
  await tx
    .insert(attendanceClaims)
    .values(claims.map(claim => ({ ...claim, attendanceId, createdAt })))
    .onConflictDoUpdate({
      target: [attendanceClaims.attendanceId, attendanceClaims.needId],
      set: { quantity: sql`excluded.quantity` },
      setWhere: sql`${attendanceClaims.quantity} <> excluded.quantity`,
    });
}

/** The claims of needs with the attendances that made them, the newest first. */
export const listClaimsOf = (tx: Transaction, needIds: readonly string[]) =>
  tx
    .select({
      needId: attendanceClaims.needId,
      quantity: attendanceClaims.quantity,
      attendance: {
        id: attendances.id,
        activityId: attendances.activityId,
        name: attendances.name,
        email: attendances.email,
        userId: attendances.userId,
        addition: attendances.addition,
      },
    })
    .from(attendanceClaims)
    .innerJoin(attendances, eq(attendances.id, attendanceClaims.attendanceId))
    .where(inArray(attendanceClaims.needId, [...needIds]))
    .orderBy(desc(attendanceClaims.createdAt), desc(attendanceClaims.attendanceId));

export type ClaimOfAttendance = Awaited<ReturnType<typeof listClaimsOf>>[number];

/** The claims of attendances, in the order of the needs. */
export const listClaimed = (tx: Transaction, attendanceIds: readonly string[]) =>
  tx
    .select({
      attendanceId: attendanceClaims.attendanceId,
      needId: attendanceClaims.needId,
      name: activityNeeds.name,
      quantity: attendanceClaims.quantity,
    })
    .from(attendanceClaims)
    .innerJoin(activityNeeds, eq(activityNeeds.id, attendanceClaims.needId))
    .where(inArray(attendanceClaims.attendanceId, [...attendanceIds]))
    .orderBy(activityNeeds.position, activityNeeds.id);

/** Sets the remaining quantity of each claim; 0 deletes the claim. */
export async function setClaimed(
  tx: Transaction,
  claims: readonly { readonly needId: string; readonly attendanceId: string; readonly left: number }[],
): Promise<void> {
  if (claims.length === 0) return;
  const of = (column: 'needId' | 'attendanceId') => sql.param(claims.map(claim => claim[column]));
  const remaining = sql`unnest(${of('needId')}::uuid[], ${of('attendanceId')}::uuid[], ${sql.param(claims.map(({ left }) => left))}::int[]) as remaining (need_id, attendance_id, quantity)`;
  const isClaim = sql`${attendanceClaims.needId} = remaining.need_id and ${attendanceClaims.attendanceId} = remaining.attendance_id`;
  await tx.execute(
    sql`delete from ${attendanceClaims} using ${remaining} where ${isClaim} and remaining.quantity = 0`,
  );
  await tx.execute(
    sql`update ${attendanceClaims} set quantity = remaining.quantity from ${remaining} where ${isClaim} and remaining.quantity > 0`,
  );
}

const NO_ANSWERS = sql`'[]'::jsonb`;

/** A question of one activity. */
interface AskedQuestion {
  readonly activityId: string;
  readonly questionId: string;
}

const pairs = (questions: readonly AskedQuestion[]) =>
  sql`unnest(${sql.param(questions.map(({ activityId }) => activityId))}::uuid[], ${sql.param(questions.map(({ questionId }) => questionId))}::text[]) as asked (activity_id, question_id)`;

/** The id of one of these questions that has an answer, or null if none has. */
export async function findAnswered(
  tx: Transaction,
  questions: readonly AskedQuestion[],
): Promise<string | null> {
  if (questions.length === 0) return null;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select asked.question_id as id from ${pairs(questions)} join ${attendances} on ${attendances.activityId} = asked.activity_id
      where ${attendances.answers} @> jsonb_build_array(jsonb_build_object('questionId', asked.question_id)) limit 1`,
  );
  return rows[0]?.id ?? null;
}

/** Deletes the answers to removed questions. */
export async function deleteAnswersTo(tx: Transaction, questions: readonly AskedQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  await tx.execute(
    sql`update ${attendances} set answers = (
        select coalesce(jsonb_agg(answer order by position), ${NO_ANSWERS})
        from jsonb_array_elements(answers) with ordinality as a (answer, position)
        where answer->>'questionId' <> all(removed.ids)
      )
      from (select activity_id, array_agg(question_id) as ids from ${pairs(questions)} group by activity_id) as removed
      where ${attendances.activityId} = removed.activity_id and ${attendances.answers} <> ${NO_ANSWERS}`,
  );
}

/** Deletes the answers in activities that ended before `cutoff`. */
export async function deleteAnswersBefore(db: Executor, cutoff: Date): Promise<void> {
  await db
    .update(attendances)
    .set({ answers: [] })
    .from(activities)
    .where(
      and(
        eq(activities.id, attendances.activityId),
        lt(activities.endsAt, cutoff),
        sql`${attendances.answers} <> ${NO_ANSWERS}`,
      ),
    );
}
