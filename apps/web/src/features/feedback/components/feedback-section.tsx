import { Skeleton } from '@mantine/core';
import { type ActivityFeedback, FEEDBACK_SHOWN_FROM, RATING_MAX } from '@minga/contract/feedback';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { TitledSection } from '../../../components/titled-section.tsx';
import { activityFeedback } from '../api/activity-feedback.ts';
import { answersText, averageText } from '../feedback-text.ts';
import classes from './feedback.module.css';

/** 'Lo que dijeron': what attendees said, without names, for those who organise the activity. */
export function FeedbackSection({ taskId }: { readonly taskId: string }) {
  const { data, error, refetch } = useQuery(activityFeedback(taskId));
  return (
    <TitledSection title="Lo que dijeron">
      {data === undefined &&
        (error ? <ErrorPanel error={error} retry={refetch} /> : <Skeleton height={96} />)}
      {data && <Said feedback={data} />}
    </TitledSection>
  );
}

function Said({ feedback: { average, count, texts } }: { readonly feedback: ActivityFeedback }) {
  if (average === null)
    return (
      <p className={classes.note}>
        {count === 0
          ? 'Todavía no hay respuestas. El día siguiente, a las 10 de la mañana, les preguntamos a quienes llegaron.'
          : `Hay ${answersText(count)}. Cuando sean ${FEEDBACK_SHOWN_FROM} verás aquí el promedio y los comentarios, sin nombres.`}
      </p>
    );
  return (
    <>
      <p className={classes.average}>
        <strong>{averageText(average)}</strong> de {RATING_MAX}, en {answersText(count)}
      </p>
      {texts.length > 0 && (
        <ul className={classes.texts}>
          {texts.map((text, index) => (
            // Two people may have written the same.
            <li key={`text-${String(index)}`} className={classes.quote}>
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className={classes.note}>Sin nombres y en desorden: así todas las personas opinan tranquilas.</p>
    </>
  );
}
