import type { WholeActivity } from '@minga/contract/activities';
import { needTimes } from '../../../lib/claims-text.ts';
import { missingOf, missingText } from '../../../lib/missing-text.ts';
import { useIsPast } from '../use-is-past.ts';
import classes from './need-list.module.css';

interface Props {
  readonly activity: Pick<WholeActivity, 'date' | 'endDate' | 'needs'>;
}

/** 'Qué se necesita' on an activity's page: what is missing, and what is covered; nothing for most activities. */
export function NeedList({ activity }: Props) {
  const isPast = useIsPast(activity);
  const { needs, date } = activity;
  if (needs.length === 0 || isPast) return null;
  return (
    <section aria-labelledby="needs" className={classes.section}>
      <h2 id="needs" className={classes.title}>
        Qué se necesita
      </h2>
      <ul className={classes.needs}>
        {needs.map(need => {
          const facts = [needTimes(need, date), need.note].filter(text => text !== '');
          return (
            <li key={need._id} data-covered={missingOf(need) === 0 || undefined}>
              <span>{missingText(need) ?? `${need.name}: completo`}</span>
              {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
