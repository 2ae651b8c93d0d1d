import { Skeleton } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { type ActivityFeedback, FEEDBACK_SHOWN_FROM, RATING_MAX } from '@minga/contract/feedback';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { TitledSection } from '../../components/page/titled-section.tsx';
import { now } from '../../lib/dates/now.ts';
import { counted } from '../../lib/digits.ts';
import { activityFeedback } from './api.ts';
import classes from './feedback.module.css';
import { isFeedbackTime } from './feedback-time.ts';

interface Props {
  /** It has begun. */
  readonly activity: Pick<Activity, '_id' | 'date' | 'endDate'>;
}

/** 'Lo que dijeron': what attendees said, without names, for those who organise the activity. */
export function FeedbackSection({ activity }: Props) {
  const { data, error, refetch } = useQuery(activityFeedback(activity._id));
  return (
    <TitledSection title="Lo que dijeron">
      {data === undefined &&
        (error ? <ErrorPanel error={error} retry={refetch} /> : <Skeleton height={96} />)}
      {data && <Said feedback={data} isOpen={isFeedbackTime(activity, now())} />}
    </TitledSection>
  );
}

interface SaidProps {
  readonly feedback: ActivityFeedback;
  /** More answers may come. */
  readonly isOpen: boolean;
}

function Said({ feedback: { average, count, texts }, isOpen }: SaidProps) {
  if (average === null) return <p className="soft small">{fewText(count, isOpen)}</p>;
  return (
    <>
      <p className={classes.average}>
        <strong>{averageText(average)}</strong>
        <span>{` de ${RATING_MAX}, en ${answersText(count)}`}</span>
      </p>
      {texts.length > 0 && (
        <ul className={`stack ${classes.texts}`}>
          {texts.map((text, index) => (
            // Two people may have written the same.
            <li key={`text-${String(index)}`} className={classes.quote}>
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className="soft small">Sin nombres y en desorden: así todas las personas opinan tranquilas.</p>
    </>
  );
}

function fewText(count: number, isOpen: boolean): string {
  if (!isOpen)
    return count === 0
      ? 'No hubo respuestas.'
      : `Hubo ${answersText(count)}: con menos de ${FEEDBACK_SHOWN_FROM} no se muestran, para que no se sepa de quién son.`;
  return count === 0
    ? 'Todavía no hay respuestas. El día siguiente, a las 10 de la mañana, les preguntamos a quienes llegaron.'
    : `Hay ${answersText(count)}. Cuando sean ${FEEDBACK_SHOWN_FROM} verás aquí el promedio y los comentarios, sin nombres.`;
}

/** '1 respuesta', '1.200 respuestas' */
const answersText = (count: number): string => counted(count, 'respuesta', 'respuestas');

const oneDecimal = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 });

/** '4,3' */
const averageText = (average: number): string => oneDecimal.format(average);
