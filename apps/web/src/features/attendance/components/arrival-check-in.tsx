import { Button, Stack } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import type { Arrival } from '@minga/contract/check-ins';
import { IconDoorEnter, IconMapPin, IconUserCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { EventWhen } from '../../../components/event-when.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useFocusRecovery } from '../../../components/use-focus-recovery.ts';
import { counted } from '../../../lib/digits.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { now } from '../../../lib/now.ts';
import { useRegisterArrival } from '../api/register-arrival.ts';
import { arrivalNotice } from '../arrival-notice.ts';
import classes from './arrival.module.css';

interface Props {
  readonly code: string;
  readonly arrival: Arrival;
}

/** The person of a code, for an account that may check it in: name, party and activity, and the button. */
export function ArrivalCheckIn({ code, arrival }: Props) {
  const { activity, attendance } = arrival;
  const { name, companions, status, checkedInAt } = attendance;
  const register = useRegisterArrival(code, arrival);
  // The button that was pressed is gone afterwards.
  const state = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(state, useFocusRecovery(state));
  const notice = arrivalNotice(attendance, register.data?.result, now());
  const canRegister = status === 'confirmed' && checkedInAt === null && register.data?.result !== 'unknown';
  return (
    <>
      <PageHeading title={name} windowTitle="Registrar llegada" lead={partyText(companions)} />
      <Stack ref={ref} gap="md" tabIndex={-1} className={classes.state}>
        <MessageBox
          kind={notice?.kind ?? 'info'}
          message={notice && { sentences: [notice.text], isVisible: true }}
        />
        <MessageBox
          kind="error"
          message={
            register.error && {
              sentences: errorSentences(register.error, 'No pudimos registrar la llegada'),
              isVisible: true,
            }
          }
        />
        {canRegister && (
          <BusyButton
            size="xl"
            fullWidth
            leftSection={<IconUserCheck size={26} aria-hidden />}
            isBusy={register.isPending}
            busyLabel="Registrando…"
            onClick={() => register.mutate()}
          >
            Registrar llegada
          </BusyButton>
        )}
        <section className={classes.activity} aria-label="La actividad">
          <p className={classes.title}>{activity.title}</p>
          <EventWhen date={activity.date} endDate={activity.endDate} />
          <p className={classes.place}>
            <IconMapPin size={22} aria-hidden />
            <span>{activity.place || 'Lugar por confirmar'}</span>
          </p>
        </section>
        <Button
          variant="default"
          leftSection={<IconDoorEnter size={20} aria-hidden />}
          renderRoot={props => <Link to="/tasks/$id/puerta" params={{ id: activity._id }} {...props} />}
        >
          Ir a la puerta
        </Button>
      </Stack>
    </>
  );
}

function partyText(companions: number): string {
  if (companions === 0) return 'Viene por su cuenta, sin acompañantes.';
  const party = companions + 1;
  return `Viene con ${counted(companions, 'acompañante', 'acompañantes')}: son ${party} personas.`;
}
