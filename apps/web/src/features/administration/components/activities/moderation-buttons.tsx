import type { Activity } from '@minga/contract/activities';
import { IconCheck, IconChecks, IconEye, IconX } from '@tabler/icons-react';
import type { ActivityActions } from '../../activity-actions.ts';
import { RowButton } from '../lists/row-button.tsx';

interface Props extends Pick<ActivityActions, 'isBusy' | 'onApprove' | 'onIntent'> {
  readonly activity: Activity;
}

const icon = { size: 18, 'aria-hidden': true } as const;

/**
 * The decisions of an administrator about an activity. 'Ver detalles' comes first: there the focus goes when the row before it leaves,
 * so that a repeated press decides nothing, and the next Tab leads to the decisions.
 */
export function ModerationButtons({ activity, isBusy, onApprove, onIntent }: Props) {
  const { _id, title, status, series } = activity;
  const shared = { about: title, isBusy: isBusy(_id) };
  return (
    <>
      <RowButton
        {...shared}
        isHarmless
        icon={<IconEye {...icon} />}
        onClick={() => onIntent({ kind: 'details', activity })}
      >
        Ver detalles
      </RowButton>
      {status === 'pending' && (
        <>
          <RowButton
            {...shared}
            tone="forest"
            icon={<IconCheck {...icon} />}
            onClick={() => onApprove(activity, 'one')}
          >
            Aprobar
          </RowButton>
          {series !== null && (
            <RowButton
              {...shared}
              tone="forest"
              icon={<IconChecks {...icon} />}
              onClick={() => onApprove(activity, 'all')}
            >
              Aprobar la serie
            </RowButton>
          )}
          <RowButton
            {...shared}
            tone="clay"
            icon={<IconX {...icon} />}
            onClick={() => onIntent({ kind: 'reject', activity })}
          >
            Rechazar
          </RowButton>
        </>
      )}
    </>
  );
}
