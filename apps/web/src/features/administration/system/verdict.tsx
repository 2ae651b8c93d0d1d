import type { SystemStatus } from '@minga/contract/system';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { SentenceList } from '../../../components/sentence-list.tsx';
import classes from '../tabs.module.css';
import { findingsOf } from './findings.ts';

/** The overall state and its problems. A live region announces changes. */
export function Verdict({ status }: { status: SystemStatus }) {
  const findings = findingsOf(status);
  const isWell = findings.length === 0;
  const Icon = isWell ? IconCircleCheck : IconAlertTriangle;
  return (
    <div role="status" className={`row ${classes.verdict} ${isWell ? classes.well : classes.unwell}`}>
      <Icon size={26} aria-hidden />
      <div>
        <p className={classes.verdictTitle}>{isWell ? 'El sistema funciona' : 'Hay algo que mirar'}</p>
        {isWell ? <p>Lo que tenía que salir, salió.</p> : <SentenceList sentences={findings} isAlwaysList />}
      </div>
    </div>
  );
}
