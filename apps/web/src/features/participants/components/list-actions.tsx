import { Button } from '@mantine/core';
import type { Attendance } from '@minga/contract/attendance';
import {
  IconBrandWhatsapp,
  IconDoorEnter,
  IconDownload,
  IconMessage,
  IconPrinter,
  IconSeedling,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { isDoorNear } from '../../../lib/is-door-near.ts';
import { useNow } from '../../../lib/now.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';
import type { ChosenActivity } from '../activity-choice.ts';
import { useExport } from '../use-export.ts';
import { listText } from '../whatsapp-texts.ts';
import classes from './list-actions.module.css';

interface Props {
  activity: ChosenActivity;
  /** The loaded ones of `total`. */
  participants: readonly Attendance[];
  total: number;
  /** Why participants cannot be added any more; null: they can. */
  started: string | null;
  onAdd: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function ListActions({ activity, participants, total, started, onAdd }: Props) {
  const hasStarted = started !== null;
  const list = useExport(activity);
  const reasonId = useId();
  const hasDoor = useNow(now => isDoorNear(activity, now));
  return (
    <>
      <div className={classes.actions}>
        {hasDoor && (
          <Button
            color="maize"
            leftSection={<IconDoorEnter {...icon} />}
            renderRoot={props => <Link to="/tasks/$id/puerta" params={{ id: activity._id }} {...props} />}
          >
            Puerta
          </Button>
        )}
        {hasStarted && (
          <Button
            leftSection={<IconSeedling {...icon} />}
            renderRoot={props => <Link to="/tasks/$id/despues" params={{ id: activity._id }} {...props} />}
          >
            Horas y memoria
          </Button>
        )}
        {/* aria-disabled instead of disabled, so that keyboard users can focus the button and hear the reason. */}
        <Button
          leftSection={<IconUserPlus {...icon} />}
          onClick={hasStarted ? undefined : onAdd}
          aria-disabled={hasStarted || undefined}
          data-disabled={hasStarted}
          aria-describedby={hasStarted ? reasonId : undefined}
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
        {total > 0 && (
          <Button
            variant="default"
            leftSection={<IconMessage {...icon} />}
            renderRoot={props => <Link to="/tasks/$id/mensajes" params={{ id: activity._id }} {...props} />}
          >
            Escribirles
          </Button>
        )}
        {total > 0 && (
          <Button
            variant="default"
            component="a"
            href={whatsAppLink(listText(participants, total, activity))}
            target="_blank"
            rel="noreferrer"
            leftSection={<IconBrandWhatsapp {...icon} />}
          >
            Lista por WhatsApp
          </Button>
        )}
        {total > 0 && (
          <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
            Imprimir
          </Button>
        )}
      </div>
      {hasStarted && (
        <p id={reasonId} className={classes.reason}>
          {started}: ya no se agregan participantes.
        </p>
      )}
    </>
  );
}
