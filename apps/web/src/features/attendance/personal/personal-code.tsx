import { Button } from '@mantine/core';
import type { PersonalAttendance } from '@minga/contract/personal-link';
import { IconQrcode } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { CodeStanding } from '../../../lib/attendance/code-standing.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import classes from '../arrival.module.css';
import { ArrivedNotice } from '../arrived-notice.tsx';
import { OwnCode } from '../own-code.tsx';

interface Props {
  readonly attendance: Pick<PersonalAttendance, 'name' | 'checkedInAt'> & {
    readonly code: string;
    readonly task: Pick<PersonalAttendance['task'], 'date'>;
  };
  readonly standing: Exclude<CodeStanding, 'gone'>;
}

/** The code of a personal link's attendance: near the day without a press. */
export function PersonalCode({ attendance: { code, name, task, checkedInAt }, standing }: Props) {
  const [isUnfolded, setUnfolded] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isUnfolded) heading.current?.focus();
  }, [isUnfolded]);

  if (checkedInAt !== null) return <ArrivedNotice checkedInAt={checkedInAt} />;
  if (standing === 'folded' && !isUnfolded)
    return (
      <Button
        variant="default"
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={() => setUnfolded(true)}
      >
        Mostrar mi código
      </Button>
    );
  return (
    <section className={`stack card ${classes.section}`}>
      <h2 ref={heading} tabIndex={-1}>
        Tu código de llegada
      </h2>
      {/* Each date of a series has a code of its own. */}
      <time dateTime={task.date}>{longDate(task.date)}</time>
      <p>Muéstralo en la puerta: con él registran que llegaste.</p>
      <OwnCode code={code} name={name} />
    </section>
  );
}
