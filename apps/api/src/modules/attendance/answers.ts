import { ANSWER_MAX, type Answer, type Question } from '@minga/contract/questions';

/** The answers to store, or why they are refused: a sentence for each (COMMUNITY.md section 12). */
export type CheckedAnswers =
  | { readonly answers: readonly Answer[]; readonly problems: readonly [] }
  | { readonly answers: null; readonly problems: readonly string[] };

/**
 * Checks answers against an activity's questions, in the order of the questions; blank ones count as missing. People whom an organiser
 * adds are exempt from required questions.
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
