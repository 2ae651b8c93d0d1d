import type { SystemStatus } from '@minga/contract/system';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { SentenceList } from '../../../components/sentence-list.tsx';
import { findingsOf } from './findings.ts';
import classes from './system.module.css';

/** The overall state and its problems. A live region announces changes. */
export function Verdict({ status }: { status: SystemStatus }) {
  const findings = findingsOf(status);
  const isWell = findings.length === 0;
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle;
  return (
    <div role="status" className={`${classes.verdict} ${isWell ? classes.well : classes.unwell}`}>
      <Icon size={26} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.verdictTitle}>{isWell ? 'Todo en orden' : 'Hay algo que mirar'}</p>
        {isWell ? (
          <p className={classes.verdictText}>Lo que tenía que salir, salió.</p>
        ) : (
          <SentenceList sentences={findings} isAlwaysList />
        )}
      </div>
    </div>
  );
}
