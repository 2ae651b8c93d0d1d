import type { PersonalAttendance } from '@minga/contract/personal-link';
import { siteZoneName } from '../../../lib/dates/dates.ts';
import { useNow } from '../../../lib/dates/now.ts';
import { whenText } from '../../../lib/dates/when-text.ts';
import { DOT } from '../../../lib/dot.ts';
import { OwnCode } from '../own-code.tsx';
import classes from './personal-attendance.module.css';

interface Props {
  readonly attendance: Pick<PersonalAttendance, 'name'> & {
    readonly code: string;
    readonly task: Pick<PersonalAttendance['task'], 'date' | 'endDate'>;
  };
}

/** The code of a personal link's attendance with the time of the activity, until the door has read it. */
export function PersonalCode({ attendance: { code, name, task } }: Props) {
  const when = useNow(now => whenText(task, now));
  return (
    <section aria-labelledby="codigo" className={`stack gap-s card ${classes.own}`}>
      <h2 id="codigo" className="unseen">
        Tu código de llegada
      </h2>
      {/* Each date of a series has a code of its own. */}
      <time dateTime={task.date} className="strong">
        {[when, siteZoneName(task.date)].filter(Boolean).join(DOT)}
      </time>
      <OwnCode code={code} name={name} />
    </section>
  );
}
