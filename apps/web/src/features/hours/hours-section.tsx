import { Button, Stack, Text, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { EXCEPTIONS_MAX } from '@minga/contract/hours';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { Fold } from '../../components/form/fold.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { TitledSection } from '../../components/page/titled-section.tsx';
import { useOutcome } from '../../components/page/use-outcome.ts';
import { counted, digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { errorSentences, errorText } from '../../lib/errors/error-sentences.ts';
import { toastSuccess } from '../../lib/toasts.ts';
import { wordMatcher } from '../../lib/word-matcher.ts';
import {
  type Arrival,
  arrivals,
  useConfirmHours,
  useRevokeCertificate,
  validCertificates,
} from './confirm-api.ts';
import classes from './hours.module.css';
import { confirmedHours, type DraftProblem, durationHours, hoursDraft, parseHours } from './model.ts';

/** It has begun. */
type Shown = Pick<Activity, '_id' | 'date' | 'endDate'>;

/** How many people came and how long they helped: organisers confirm it after the activity (docs/rules.md R18.4). */
export function HoursSection({ activity }: { activity: Shown }) {
  return (
    <TitledSection title="Horas">
      <Arrivals activity={activity} />
    </TitledSection>
  );
}

function Arrivals({ activity }: { activity: Shown }) {
  const { data, error, refetch } = useQuery(arrivals(activity._id));
  if (data === undefined && error) return <ErrorPanel error={error} retry={() => void refetch()} />;
  if (data === undefined) return <LoadingStatus text="Cargando quiénes llegaron…" />;
  if (data.length === 0)
    return (
      <Text c="dimmed">
        Las horas se confirman a quienes llegaron. Registra las llegadas en la puerta y vuelve aquí.
      </Text>
    );
  const companions = data.reduce((sum, party) => sum + party.companions, 0);
  // 0 is confirmed, too: that person did not help.
  const confirmed = data.filter(({ hours }) => hours !== null).length;
  return (
    <>
      <p>
        {confirmed === 0 ? arrivedText(data.length, companions) : confirmedBefore(confirmed, data.length)}
      </p>
      <HoursForm activity={activity} arrivals={data} />
    </>
  );
}

function arrivedText(people: number, companions: number): string {
  const came =
    people === 1 ? 'Llegó 1 persona de la lista' : `Llegaron ${digits(people)} personas de la lista`;
  if (companions === 0) return `${came}.`;
  const more = counted(companions, 'acompañante', 'acompañantes');
  return `${came}, con ${more}. Las horas son de quien está en la lista.`;
}

/** Says after a reload that hours are confirmed, since the fields alone look as before. */
const confirmedBefore = (confirmed: number, people: number): string =>
  `${confirmed < people ? `${digits(confirmed)} de ${counted(people, 'persona', 'personas')}` : counted(people, 'persona', 'personas')} con horas confirmadas. Si cambias algo, confírmalas otra vez.`;

interface Props {
  readonly activity: Pick<Activity, '_id' | 'date' | 'endDate'>;
  readonly arrivals: readonly Arrival[];
}

const WRONG = 'Escribe de 0,25 a 24 horas, en cuartos de hora: 2, 2,5 o 0,75';

/** One number of hours for all who came, with exceptions. */
function HoursForm({ activity, arrivals }: Props) {
  const { _id, date, endDate } = activity;
  const [draft, setDraft] = useState(() => hoursDraft(arrivals, durationHours(date, endDate)));
  const [problem, setProblem] = useState<DraftProblem | null>(null);
  const confirm = useConfirmHours(_id);
  const outcome = useOutcome();
  const self = arrivals.filter(({ checkedInBy }) => checkedInBy === 'self');
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
    // A party that checks itself in after the list was read is left out, too.
    const withoutSelf = self.length > 0 && self.every(({ _id: id }) => isAbsent(draft.others, id));
    confirm.mutate(
      { ...result.hours, ...(withoutSelf && { withoutSelf }) },
      {
        onSuccess: count => outcome.showSuccess(confirmedText(count)),
        onError: error => outcome.showError(errorSentences(error, 'No pudimos confirmar las horas')),
      },
    );
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
        {self.length > 0 && (
          <SelfArrivals arrivals={self} others={draft.others} onChange={others => change({ others })} />
        )}
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

interface HourExceptionsProps {
  readonly activityId: string;
  readonly arrivals: readonly Arrival[];
  /** The hours of all. */
  readonly common: string;
  /** The hours of the exceptions by attendance. */
  readonly others: Readonly<Record<string, string>>;
  /** The attendance whose hours are wrong. */
  readonly wrong: string | null;
  readonly onChange: (others: Record<string, string>) => void;
}

/** So many are shown at once; the search finds the others. */
const SHOWN_MAX = 50;
const HOUR_EXCEPTIONS_WRONG = 'De 0 a 24, en cuartos de hora';

/** Whether the organiser leaves a person without hours who the door counts as arrived. */
const isAbsent = (others: Readonly<Record<string, string>>, id: string): boolean =>
  parseHours(others[id] ?? '', 0) === 0;

interface SelfArrivalsProps {
  readonly arrivals: readonly Arrival[];
  readonly others: Readonly<Record<string, string>>;
  readonly onChange: (others: Record<string, string>) => void;
}

/** So many names are shown. */
const NAMES_MAX = 20;

/** Those who checked themselves in, which a photo of the sheet allows from home: one press leaves them without hours (docs/rules.md R22.5). */
function SelfArrivals({ arrivals, others, onChange }: SelfArrivalsProps) {
  const areLeftOut = arrivals.every(({ _id }) => isAbsent(others, _id));
  const names = arrivals.slice(0, NAMES_MAX).map(({ name }) => name);
  const more = arrivals.length - names.length;
  const change = (hours: string) =>
    onChange({ ...others, ...Object.fromEntries(arrivals.map(({ _id }) => [_id, hours])) });
  return (
    <section className={`stack card ${classes.selfArrivals}`} aria-label="Llegaron por su cuenta">
      <p className="strong">
        {arrivals.length === 1
          ? '1 persona registró su llegada por su cuenta'
          : `${digits(arrivals.length)} personas registraron su llegada por su cuenta`}
      </p>
      <p>{`${names.join(', ')}${more > 0 ? ` y ${digits(more)} más` : ''}.`}</p>
      <p className="soft small">
        {`Con una foto del código se puede hacer desde la casa. ${arrivals.length === 1 ? 'Si no la viste, déjala' : 'Si no las viste, déjalas'} sin horas.`}
      </p>
      <div>
        <Button
          variant={areLeftOut ? 'filled' : 'default'}
          color="clay"
          aria-pressed={areLeftOut}
          onClick={() => change(areLeftOut ? '' : '0')}
        >
          Dejar sin horas a quienes llegaron por su cuenta
        </Button>
      </div>
    </section>
  );
}

/** The list of those who came, for other hours than the common ones and for certificates. */
function HourExceptions({ activityId, arrivals, common, others, wrong, onChange }: HourExceptionsProps) {
  const [words, setWords] = useState('');
  const certificates = useQuery(validCertificates(activityId)).data;
  const isException = ({ _id }: Arrival) => {
    const text = others[_id]?.trim() ?? '';
    return text !== '' && parseHours(text, 0) !== parseHours(common);
  };
  const absent = arrivals.filter(({ _id }) => isAbsent(others, _id)).length;
  const count = arrivals.filter(isException).length - absent;
  const matches = wordMatcher(words);
  const found = arrivals.filter(({ _id, name }) => _id === wrong || matches(name));
  const shown = [
    ...found.filter(({ _id }) => _id === wrong),
    ...found.filter(({ _id }) => _id !== wrong),
  ].slice(0, SHOWN_MAX);
  return (
    <Fold title="Persona por persona" summary={exceptionsText(count, absent)} hasError={wrong !== null}>
      <p className={`soft ${classes.hint}`}>
        Escribe las horas de quien ayudó más o menos que los demás. Si alguien no vino, toca «No vino»: queda
        sin horas.
      </p>
      {arrivals.length > 5 && (
        <TextInput
          type="search"
          label="Buscar por nombre"
          autoComplete="off"
          leftSection={<IconSearch size={20} aria-hidden />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
      )}
      <p className={`soft ${classes.hint}`} role="status">
        {shown.length < found.length
          ? `Ves ${SHOWN_MAX} de ${digits(found.length)}: busca a las demás por su nombre.`
          : found.length === 0 && 'Nadie se llama así en la lista de quienes llegaron.'}
      </p>
      <ul className="stack">
        {shown.map(({ _id, name, hours }) => (
          <li key={_id} className={`cluster ${classes.person}`}>
            <TextInput
              label={name}
              className={classes.field}
              inputMode="decimal"
              autoComplete="off"
              placeholder={common}
              value={others[_id] ?? ''}
              error={_id === wrong && HOUR_EXCEPTIONS_WRONG}
              onChange={event => onChange({ ...others, [_id]: event.currentTarget.value })}
            />
            <Button
              variant={isAbsent(others, _id) ? 'filled' : 'default'}
              color="clay"
              aria-pressed={isAbsent(others, _id)}
              aria-label={`No vino: ${name}`}
              onClick={() => onChange({ ...others, [_id]: isAbsent(others, _id) ? '' : '0' })}
            >
              No vino
            </Button>
            {hours !== null && certificates?.some(({ attendanceId }) => attendanceId === _id) && (
              <RevokeCertificate activityId={activityId} attendanceId={_id} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Fold>
  );
}

/** '2 con otras horas · 1 no vino'; without any, what the fold is for. */
function exceptionsText(others: number, absent: number): string {
  if (others + absent === 0) return 'Otras horas, o quién no vino';
  return [
    ...(others > 0 ? [`${digits(others)} con otras horas`] : []),
    ...(absent > 0 ? [`${digits(absent)} ${absent === 1 ? 'no vino' : 'no vinieron'}`] : []),
  ].join(DOT);
}

interface RevokeCertificateProps {
  readonly activityId: string;
  readonly attendanceId: string;
  readonly name: string;
}

/** Revokes a person's certificate, after a question. */
function RevokeCertificate({ activityId, attendanceId, name }: RevokeCertificateProps) {
  const revoke = useRevokeCertificate(activityId);
  const { isOpen, isMounted, open, close } = useLazyDialog();

  async function send(): Promise<string | undefined> {
    try {
      await revoke.mutateAsync(attendanceId);
    } catch (error) {
      return errorText(error, 'No pudimos anular la constancia');
    }
    close();
    toastSuccess(`Anulaste la constancia de ${name}`);
  }

  return (
    <>
      <Button variant="subtle" color="clay" aria-label={`Anular constancia de ${name}`} onClick={open}>
        Anular constancia
      </Button>
      {isMounted && (
        <ConfirmDialog
          isOpen={isOpen}
          title={`¿Anular la constancia de ${name}?`}
          cancelLabel="No"
          confirmLabel="Sí, anular"
          busyLabel="Anulando…"
          isBusy={revoke.isPending}
          onConfirm={send}
          onCancel={close}
        >
          <Text>
            Quien la compruebe verá que fue anulada, y sus horas quedan sin confirmar. Si las confirmas otra
            vez, podrá descargar una nueva.
          </Text>
        </ConfirmDialog>
      )}
    </>
  );
}
