import type { Answer, Question } from '@minga/contract/questions';
import { answerTexts } from '../../../lib/answer-texts.ts';
import classes from './own-answers.module.css';

interface Props {
  readonly questions: readonly Question[];
  readonly answers: readonly Answer[];
}

/** What the person answered to the organiser's questions; nothing if there are no answers. */
export function OwnAnswers({ questions, answers }: Props) {
  if (answers.length === 0) return null;
  const texts = answerTexts(questions, answers);
  return (
    <section aria-labelledby="own-answers">
      <h2 id="own-answers" className={classes.title}>
        Tus respuestas
      </h2>
      <dl className={classes.answers}>
        {questions.map(({ _id, label }, index) =>
          texts[index] === '' ? null : (
            <div key={_id}>
              <dt>{label}</dt>
              <dd>{texts[index]}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}
