import type { Claim, Need } from '@minga/contract/needs';
import { v7 } from 'uuid';
import { matchNeeds } from '../activities/series-rules.ts';
import { checkAnswers } from './answers.ts';
import { newCode } from './codes.ts';
import { unknownNeed } from './errors.ts';
import type { PendingConfirmation } from './prepare-service.ts';
import type { AttendedActivity } from './repository.ts';

/** The needs of the occurrence from which the claims were chosen. Rejects with 400 if there is none. */
export function claimedNeeds(
  needs: ReadonlyMap<string, readonly Need[]>,
  claims: readonly Claim[],
): readonly Need[] {
  if (claims.length === 0) return [];
  const found = [...needs.values()].find(own =>
    claims.every(({ needId }) => own.some(({ _id }) => _id === needId)),
  );
  if (found === undefined) throw unknownNeed();
  return found;
}

/** The same claims in another occurrence; unchanged, and so unknown there, where it has no such need. */
export function claimsIn(claims: readonly Claim[], from: readonly Need[], to: readonly Need[]): Claim[] {
  const ids = matchNeeds(from, to);
  return claims.map(({ needId, quantity }) => ({ needId: ids.get(needId) ?? needId, quantity }));
}

/** The confirmation for one occurrence, with the answers to its questions. */
export function inOccurrence(
  pending: PendingConfirmation,
  { id: activityId, questions }: AttendedActivity,
  claims: readonly Claim[],
): PendingConfirmation {
  const asked = new Set(questions.map(({ _id }) => _id));
  const given = pending.attendance.answers.filter(({ questionId }) => asked.has(questionId));
  const answers = checkAnswers(questions, given, { isExempt: pending.isOrganiser }).answers ?? given;
  return {
    ...pending,
    claims,
    attendance: { ...pending.attendance, id: v7(), code: newCode(), activityId, answers },
  };
}
