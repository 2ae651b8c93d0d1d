import { Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconHelpCircle,
  IconSearch,
} from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import type { DoorPerson } from '../door-people.ts';
import type { DoorResult } from '../door-result.ts';
import classes from './result-panel.module.css';

interface Props {
  readonly result: DoorResult | null;
  readonly onUndo: (person: DoorPerson) => void;
  /** Gets the focus when the panel disappears. */
  readonly afterFocus: RefObject<HTMLElement | null>;
}

const icons = {
  admitted: IconCircleCheck,
  already: IconClock,
  'not-confirmed': IconAlertTriangle,
  unknown: IconHelpCircle,
  checking: IconSearch,
} as const;

/** The outcome of the last person, above the rest of the page, which stays where it is. */
export function ResultPanel({ result, onUndo, afterFocus }: Props) {
  const region = useFocusRecovery(afterFocus);
  return (
    <div ref={region} role="status" className={classes.region}>
      {result !== null && <Result result={result} onUndo={onUndo} />}
    </div>
  );
}

function Result({
  result: { kind, title, text, admitted },
  onUndo,
}: { result: DoorResult } & Pick<Props, 'onUndo'>) {
  const Icon = icons[kind];
  return (
    <div className={classes.result} data-kind={kind}>
      <Icon size={34} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>
          <bdi>{title}</bdi>
        </p>
        <p className={classes.text}>{text}</p>
      </div>
      {admitted !== null && (
        <Button variant="white" color="dark" className={classes.undo ?? ''} onClick={() => onUndo(admitted)}>
          Deshacer
        </Button>
      )}
    </div>
  );
}
