import { Stack, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { EXCEPTIONS_MAX } from '@minga/contract/hours';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { useOutcome } from '../../../components/use-outcome.ts';
import { digits } from '../../../lib/digits.ts';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { type Arrival, useConfirmHours } from '../confirm-api.ts';
import { confirmedHours, type DraftProblem, durationHours, hoursDraft } from '../hours-draft.ts';
import { HourExceptions } from './hour-exceptions.tsx';
import classes from './hours.module.css';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'date' | 'endDate'>;
  readonly arrivals: readonly Arrival[];
}

const WRONG = 'Escribe de 0,25 a 24 horas, en cuartos de hora: 2, 2,5 o 0,75';

/** One number of hours for all who came, with exceptions. */
export function HoursForm({ activity, arrivals }: Props) {
  const { _id, date, endDate } = activity;
  const [draft, setDraft] = useState(() => hoursDraft(arrivals, durationHours(date, endDate)));
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const confirm = useConfirmHours(_id);
  const outcome = useOutcome();
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (problem !== null) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);

  function change(changed: Partial<typeof draft>) {
    setDraft({ ...draft, ...changed });
    setProblem(null);
  }

  function send() {
    outcome.clear();
    const result = confirmedHours(draft, arrivals);
    if ('problem' in result) return setProblem(result.problem);
    if ((result.hours.except?.length ?? 0) > EXCEPTIONS_MAX)
      return outcome.showError(`Puede haber como máximo ${digits(EXCEPTIONS_MAX)} personas con otras horas`);
    confirm.mutate(result.hours, {
      onSuccess: count => outcome.showSuccess(confirmedText(count)),
      onError: error => outcome.showError(errorSentences(error, 'No pudimos confirmar las horas')),
    });
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label="Horas"
      className={classes.form}
      onSubmit={event => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Horas de cada persona"
          description="En cuartos de hora: 2, 2,5 o 0,75"
          inputMode="decimal"
          autoComplete="off"
          maw={384}
          value={draft.common}
          error={problem === 'common' && WRONG}
          onChange={event => change({ common: event.currentTarget.value })}
        />
        <HourExceptions
          activityId={_id}
          arrivals={arrivals}
          common={draft.common}
          others={draft.others}
          wrong={typeof problem === 'object' ? (problem?.attendanceId ?? null) : null}
          onChange={others => change({ others })}
        />
        <div>
          <BusyButton type="submit" isBusy={confirm.isPending} busyLabel="Confirmando…">
            Confirmar horas
          </BusyButton>
        </div>
        <OutcomeMessages outcome={outcome} takesFocus />
      </Stack>
    </form>
  );
}

const confirmedText = (count: number): string =>
  count === 1
    ? 'Listo: 1 persona tiene sus horas confirmadas y puede descargar su constancia.'
    : `Listo: ${digits(count)} personas tienen sus horas confirmadas y pueden descargar su constancia.`;
