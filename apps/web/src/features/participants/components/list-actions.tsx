import { Button } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
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
import { useId, useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { isDoorNear } from '../../../lib/is-door-near.ts';
import { useNow } from '../../../lib/now.ts';
import { whatsAppLink } from '../../../lib/whatsapp.ts';
import type { ChosenActivity } from '../activity-choice.ts';
import { useExport } from '../use-export.ts';
import { type ParticipantListQuery, useWholeList } from '../use-whole-list.ts';
import { listText } from '../whatsapp-texts.ts';
import classes from './list-actions.module.css';

interface Props {
  activity: ChosenActivity;
  /** The loaded ones of `total`. */
  participants: readonly Attendance[];
  total: number;
  list: ParticipantListQuery;
  /** Why participants cannot be added any more; null: they can. */
  started: string | null;
  onAdd: () => void;
}

const icon = { size: 20, 'aria-hidden': true } as const;

export function ListActions({ activity, participants, total, list, started, onAdd }: Props) {
  const hasStarted = started !== null;
  const exported = useExport(activity);
  const whole = useWholeList(list);
  const reasonId = useId();
  const whatsApp = useRef<HTMLAnchorElement>(null);
  const loading = `Cargando… ${whole.percent} %`;
  const printWhole = () => whole.whenWhole('print', () => print());
  // The browser's own shortcut would print the loaded rows.
  useWindowEvent('keydown', event => {
    if (!list.hasNextPage || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'p') return;
    event.preventDefault();
    printWhole();
  });
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
          onClick={exported.start}
          isBusy={exported.isExporting}
          busyLabel={`Exportando… ${exported.percent} %`}
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
            ref={whatsApp}
            onClick={event => {
              if (!list.hasNextPage) return;
              event.preventDefault();
              whole.whenWhole('share', () => whatsApp.current?.click());
            }}
          >
            {whole.waiting === 'share' ? loading : 'Lista por WhatsApp'}
          </Button>
        )}
        {total > 0 && (
          <BusyButton
            variant="default"
            leftSection={<IconPrinter {...icon} />}
            onClick={printWhole}
            isBusy={whole.waiting === 'print'}
            busyLabel={loading}
          >
            Imprimir
          </BusyButton>
        )}
      </div>
      {hasStarted && (
        <p id={reasonId} className={classes.reason}>
          {`${started}: ya no se agregan participantes.`}
        </p>
      )}
    </>
  );
}
