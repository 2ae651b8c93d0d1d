import type { ReportCase } from '@minga/contract/administration/reports';
import { IconArrowBackUp } from '@tabler/icons-react';
import { clockTime, longDate } from '../../../../lib/dates.ts';
import { now, useNow } from '../../../../lib/now.ts';
import { canUndo, decisionDone } from '../../case-decisions.ts';
import { RowButton } from '../lists/row-button.tsx';
import classes from './case-details.module.css';
import { KeyHint } from './key-hint.tsx';

interface Props {
  readonly reported: ReportCase;
  readonly isBusy: boolean;
  readonly onUndo: () => void;
}

/** The decision with note and admin; for ten minutes it can be undone. */
export function CaseOutcome({ reported, isBusy, onUndo }: Props) {
  const { decision, target, canUndoUntil } = reported;
  const isUndoable = useNow(moment => canUndo(reported, moment));
  if (decision === null) return null;
  return (
    <div className={classes.outcome}>
      <div>
        <p className={classes.decided}>
          <strong>{decisionDone(decision.decision, reported)}</strong> por{' '}
          <bdi>{decision.by ?? 'una cuenta que ya no existe'}</bdi>
          <span>{`, ${longDate(decision.decidedAt)}`}</span>
        </p>
        {decision.note !== '' && <q className={classes.quote}>{decision.note}</q>}
        {decision.isSuperseded && (
          <p className={classes.detail}>
            Antes de los diez minutos se decidió otra cosa, y eso es lo que vale.
          </p>
        )}
      </div>
      {isUndoable && canUndoUntil !== null && (
        <div className={classes.undo}>
          <span className={classes.detail}>{`Hasta las ${clockTime(canUndoUntil)}`}</span>
          <RowButton
            icon={<IconArrowBackUp size={18} aria-hidden />}
            about={target.title}
            isBusy={isBusy}
            onClick={() => canUndo(reported, now()) && onUndo()}
          >
            Deshacer
          </RowButton>
          <KeyHint name="Z" />
        </div>
      )}
    </div>
  );
}
