import { Button } from '@mantine/core';
import { IconDownload, IconUserPlus } from '@tabler/icons-react';
import { useId } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import type { ChosenActivity } from '../activity-choice.ts';
import { useExport } from '../use-export.ts';
import classes from './list-actions.module.css';

interface Props {
  activity: ChosenActivity;
  /** Participants cannot be added to a past activity. */
  isPast: boolean;
  onAdd: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function ListActions({ activity, isPast, onAdd }: Props) {
  const list = useExport(activity);
  const reasonId = useId();
  return (
    <>
      <div className={classes.actions}>
        {/* aria-disabled instead of disabled, so that keyboard users can focus the button and hear the reason. */}
        <Button
          leftSection={<IconUserPlus {...icon} />}
          onClick={isPast ? undefined : onAdd}
          aria-disabled={isPast || undefined}
          data-disabled={isPast}
          aria-describedby={isPast ? reasonId : undefined}
        >
          Agregar Participante
        </Button>
        <BusyButton
          variant="default"
          leftSection={<IconDownload {...icon} />}
          onClick={list.start}
          isBusy={list.isExporting}
          busyLabel={`Exportando… ${list.percent} %`}
        >
          Exportar Lista
        </BusyButton>
      </div>
      {isPast && (
        <p id={reasonId} className={classes.reason}>
          Esta actividad ya pasó: ya no se agregan participantes.
        </p>
      )}
    </>
  );
}
