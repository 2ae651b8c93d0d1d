import type { ReportCase, ReportDecision } from '@minga/contract/administration/reports';
import { IconCheck, IconEyeOff, IconTrash, IconUserOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { decisionLabel, decisionsOf } from '../../case-decisions.ts';
import { decisionKeys } from '../../case-keys.ts';
import classes from './case-details.module.css';
import { KeyHint } from './key-hint.tsx';

interface Props {
  readonly reported: ReportCase;
  readonly isBusy: boolean;
  readonly onDecide: (decision: ReportDecision) => void;
}

const icon = { size: 18, 'aria-hidden': true } as const;
const icons: Readonly<Record<ReportDecision, ReactNode>> = {
  dismiss: <IconCheck {...icon} />,
  hide: <IconEyeOff {...icon} />,
  delete: <IconTrash {...icon} />,
  ban: <IconUserOff {...icon} />,
};

/** The decisions, each with its key. */
export function CaseActionsRow({ reported, isBusy, onDecide }: Props) {
  return (
    <div className={classes.actions}>
      {decisionsOf(reported).map(decision => {
        const label = decisionLabel(decision, reported);
        return (
          <BusyButton
            key={decision}
            size="sm"
            variant="default"
            className={classes[decision] ?? ''}
            isBusy={isBusy}
            busyLabel={label}
            aria-label={`${label}: ${reported.target.title}`}
            aria-keyshortcuts={decisionKeys[decision]}
            leftSection={icons[decision]}
            rightSection={<KeyHint name={decisionKeys[decision]} />}
            // The second click of a double click would hit the next case.
            onClick={({ detail }) => detail < 2 && onDecide(decision)}
          >
            {label}
          </BusyButton>
        );
      })}
    </div>
  );
}
