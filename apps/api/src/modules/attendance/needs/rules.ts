import type { Claim, Need } from '@minga/contract/needs';
import { ANSWER_MAX, type Answer, type Question } from '@minga/contract/questions';
import type { AppError } from '../../../platform/errors.ts';
import { needFull, needRequired, overlappingTasks, partyTooSmall, unknownNeed } from '../errors.ts';
import { sizeOf } from '../rules.ts';

/** The answers to store, or the problems for which they are rejected, one sentence each (docs/rules.md R12.1). */
export type CheckedAnswers =
  | { readonly answers: readonly Answer[]; readonly problems: readonly [] }
  | { readonly answers: null; readonly problems: readonly string[] };

/**
 * Checks answers against an activity's questions and returns them in the order of the questions. A blank answer counts as missing.
 * Attendees whom an organiser adds are exempt from required questions.
 */
export function checkAnswers(
  questions: readonly Question[],
  given: readonly Answer[],
  { isExempt }: { isExempt: boolean },
): CheckedAnswers {
  const values = new Map(given.map(({ questionId, value }) => [questionId, value.trim()]));
  const known = new Set(questions.map(({ _id }) => _id));
  const isWrong = values.size < given.length || [...values.keys()].some(id => !known.has(id));
  const problems = isWrong
    ? ['Una respuesta no es de las preguntas de esta actividad']
    : questions.flatMap(question => problemOf(question, values.get(question._id) ?? '', isExempt) ?? []);
  if (problems.length > 0) return { answers: null, problems };
  const answers = questions.flatMap(({ _id: questionId }) => {
    const value = values.get(questionId) ?? '';
    return value === '' ? [] : [{ questionId, value }];
  });
  return { answers, problems: [] };
}

function problemOf(
  { label, kind, options, required }: Question,
  value: string,
  isExempt: boolean,
): string | null {
  if (value === '') return required && !isExempt ? `Falta responder: «${label}»` : null;
  if (kind === 'text')
    return [...value].length > ANSWER_MAX ? `Responde en máximo ${ANSWER_MAX} caracteres: «${label}»` : null;
  const allowed = kind === 'choice' ? options : ['si', 'no'];
  return allowed.includes(value) ? null : `Elige una de las opciones: «${label}»`;
}

interface Party {
  readonly companions: number;
}

interface Claiming extends Party {
  readonly claims: readonly Claim[];
  /** The party's stored claims, which `taken` includes. */
  readonly current?: readonly Claim[];
  /** Each party must claim at least one need, if the activity has any. */
  readonly isRequired: boolean;
}

/** The error for claims that break a rule of docs/rules.md R11, or null if the claims are valid. */
export function claimsProblem(
  needs: readonly Need[],
  { claims, current = [], companions, isRequired }: Claiming,
): AppError | null {
  const claimed = claimedNeeds(needs, claims);
  if (claimed.length < claims.length) return unknownNeed();
  if (isRequired && needs.length > 0 && claims.length === 0) return needRequired();
  const size = sizeOf({ companions });
  const large = claimed.find(({ need, quantity }) => need.kind === 'task' && quantity > size);
  if (large !== undefined) return partyTooSmall(large.need.name);
  const clashing = clashOf(claimed, size);
  if (clashing !== null) return overlappingTasks(clashing);
  const before = new Map(current.map(({ needId, quantity }) => [needId, quantity]));
  const over = claimed.find(
    ({ need, quantity }) => need.taken - (before.get(need._id) ?? 0) + quantity > need.quantity,
  );
  return over === undefined ? null : needFull(over.need.name);
}

/** The error for a party that is too small for its claims, or null if it is large enough. */
export function partySizeProblem(
  needs: readonly Need[],
  claims: readonly Claim[],
  party: Party,
): AppError | null {
  const claimed = claimedNeeds(needs, claims);
  const size = sizeOf(party);
  const large = claimed.find(({ need, quantity }) => need.kind === 'task' && quantity > size);
  const name = large?.need.name ?? clashOf(claimed, size)?.[0];
  return name === undefined ? null : partyTooSmall(name);
}

interface ClaimedNeed {
  readonly need: Need;
  readonly quantity: number;
}

function claimedNeeds(needs: readonly Need[], claims: readonly Claim[]): ClaimedNeed[] {
  const byId = new Map(needs.map(need => [need._id, need]));
  return claims.flatMap(({ needId, quantity }) => {
    const need = byId.get(needId);
    return need === undefined ? [] : [{ need, quantity }];
  });
}

/** The names of simultaneous tasks that together need more people than the party has, or null. */
function clashOf(claimed: readonly ClaimedNeed[], size: number): readonly string[] | null {
  const timed = claimed.flatMap(({ need: { name, startsAt, endsAt }, quantity }) =>
    startsAt === null || endsAt === null
      ? []
      : [{ name, quantity, start: Date.parse(startsAt), end: Date.parse(endsAt) }],
  );
  // The maximum number of people is needed at the start of one of the tasks.
  for (const { start: moment } of timed) {
    const running = timed.filter(({ start, end }) => start <= moment && moment < end);
    const people = running.reduce((sum, { quantity }) => sum + quantity, 0);
    if (people > size) return running.map(({ name }) => name);
  }
  return null;
}

/**
 * The claims that change when `excess` is released, the newest first, each with its remaining quantity. `claims` must be sorted
 * from the newest.
 */
export function releaseNewest<C extends { readonly quantity: number }>(
  claims: readonly C[],
  excess: number,
): { readonly claim: C; readonly left: number }[] {
  let rest = excess;
  return claims.flatMap(claim => {
    const released = Math.min(rest, claim.quantity);
    rest -= released;
    return released === 0 ? [] : [{ claim, left: claim.quantity - released }];
  });
}
