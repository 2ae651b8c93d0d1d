import type { PersonalAttendance } from '@minga/contract/personal-link';
import { longDate } from '../../../lib/dates/dates.ts';
import { ArrivedNotice } from '../arrived-notice.tsx';
import { OwnCode } from '../own-code.tsx';
import classes from './personal-attendance.module.css';

interface Props {
  readonly attendance: Pick<PersonalAttendance, 'name' | 'checkedInAt'> & {
    readonly code: string;
    readonly task: Pick<PersonalAttendance['task'], 'date'>;
  };
}

/** The code of a personal link's attendance, until the door has read it. */
export function PersonalCode({ attendance: { code, name, task, checkedInAt } }: Props) {
  if (checkedInAt !== null) return <ArrivedNotice checkedInAt={checkedInAt} />;
  return (
    <section aria-labelledby="codigo" className={`stack gap-s card ${classes.own}`}>
      <h2 id="codigo" className="unseen">
        Tu código de llegada
      </h2>
      {/* Each date of a series has a code of its own. */}
      <time dateTime={task.date} className="fine">
        {longDate(task.date)}
      </time>
      <OwnCode code={code} name={name} />
    </section>
  );
}
