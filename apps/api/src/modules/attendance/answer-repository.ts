import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from './schema.ts';

const NO_ANSWERS = sql`'[]'::jsonb`;

/** The first of `questionIds` that somebody has answered; null: none. */
export async function findAnswered(
  tx: Transaction,
  activityId: string,
  questionIds: readonly string[],
): Promise<string | null> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select answer->>'questionId' as id from ${attendances}, jsonb_array_elements(${attendances.answers}) as answer
      where ${attendances.activityId} = ${activityId} and answer->>'questionId' = any(${sql.param(questionIds)}::text[])
      limit 1`,
  );
  return rows[0]?.id ?? null;
}

/** Deletes the answers to removed questions of an activity. */
export async function deleteAnswersTo(
  tx: Transaction,
  activityId: string,
  questionIds: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`update ${attendances} set answers = (
        select coalesce(jsonb_agg(answer order by position), ${NO_ANSWERS})
        from jsonb_array_elements(answers) with ordinality as a (answer, position)
        where answer->>'questionId' <> all(${sql.param(questionIds)}::text[])
      )
      where ${attendances.activityId} = ${activityId} and ${attendances.answers} <> ${NO_ANSWERS}`,
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
