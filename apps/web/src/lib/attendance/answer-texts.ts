import type { Answer, Question } from '@minga/contract/questions';

/** The answers of one person in words, in the order of the questions; empty where there is none. */
export const answerTexts = (questions: readonly Question[], answers: readonly Answer[]): string[] =>
  questions.map(({ _id, kind }) => {
    const value = answers.find(({ questionId }) => questionId === _id)?.value ?? '';
    if (kind !== 'yesno' || value === '') return value;
    return value === 'si' ? 'Sí' : 'No';
  });
