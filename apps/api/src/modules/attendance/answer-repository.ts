import { and, eq, lt, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../platform/database/connection.ts';
import { activities } from '../activities/schema.ts';
import { attendances } from './schema.ts';

const NO_ANSWERS = sql`'[]'::jsonb`;

/** A question of one activity. */
interface AskedQuestion {
  readonly activityId: string;
  readonly questionId: string;
}

const pairs = (questions: readonly AskedQuestion[]) =>
  sql`unnest(${sql.param(questions.map(({ activityId }) => activityId))}::uuid[], ${sql.param(questions.map(({ questionId }) => questionId))}::text[]) as asked (activity_id, question_id)`;

/** The id of one of these questions that has an answer; null if none has. */
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
