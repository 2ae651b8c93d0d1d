import { Button, Group, Modal, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import {
  CALENDAR_URL_MAX,
  CALENDARS_MAX,
  type Calendar,
  type CalendarPreview,
  type NewCalendar,
  newCalendar,
} from '@minga/contract/calendars';
import { categoryNames } from '@minga/contract/category-names';
import { categories } from '@minga/contract/topics';
import { IconCalendarEvent } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { useFocusRecovery } from '../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { fieldProps } from '../../components/form/field-props.ts';
import { RadioList } from '../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { ItemList, ItemRow } from '../../components/item-list.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Note } from '../../components/page/note.tsx';
import { OutcomeMessages } from '../../components/page/outcome-messages.tsx';
import { PageSection } from '../../components/page/page-section.tsx';
import { type Outcome, useOutcome } from '../../components/page/use-outcome.ts';
import { longDate } from '../../lib/dates/dates.ts';
import { now } from '../../lib/dates/now.ts';
import { digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { ApiError } from '../../lib/server/api.ts';
import {
  useCalendars,
  useCreateCalendar,
  usePreviewCalendar,
  useReadCalendar,
  useRemoveCalendar,
} from './api.ts';
import { fieldsText, leftOutTexts, remarksOn, stateText, summaryText, vanishedText } from './model.ts';

/** The calendars of a collective and the form for another one. */
export function CalendarsPanel({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = useCalendars(slug);
  const outcome = useOutcome();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useFocusRecovery(title);
  if (data === undefined && error) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined)
    return (
      <>
        <LoadingStatus text="Cargando los calendarios…" isHidden />
        <Skeleton height={180} />
      </>
    );
  return (
    <div className="stack gap-xl">
      {data.length < CALENDARS_MAX ? (
        <CalendarForm slug={slug} />
      ) : (
        <p className="soft">{`El colectivo ya tiene ${CALENDARS_MAX} calendarios: deja de leer uno para traer otro.`}</p>
      )}
      <PageSection id="calendarios" title="De dónde vienen ahora" headingRef={title}>
        <OutcomeMessages outcome={outcome} />
        {data.length === 0 && <p className="soft">Todavía de ningún calendario.</p>}
        <ItemList ref={list} label="Calendarios">
          {data.map(calendar => (
            <CalendarRow key={calendar._id} slug={slug} calendar={calendar} outcome={outcome} />
          ))}
        </ItemList>
      </PageSection>
    </div>
  );
}

function CalendarForm({ slug }: { readonly slug: string }) {
  const form = useSchemaForm(newCalendar, { url: '', category: null });
  const preview = usePreviewCalendar(slug);
  const creation = useCreateCalendar(slug);
  const [failure, setFailure] = useState<string | null>(null);
  const [category, setCategory] = useState('');
  const found = preview.data?.summary === null ? undefined : preview.data;

  /** Shows what the calendar has; the next press takes it. */
  async function advance({ url }: NewCalendar) {
    setFailure(null);
    try {
      if (found === undefined) {
        const { error } = await preview.mutateAsync({ url });
        if (error !== null) form.setError('url', { message: error }, { shouldFocus: true });
        return;
      }
      const chosen = categories.find(one => one === category) ?? null;
      await creation.mutateAsync({ url, category: chosen });
      form.reset();
      preview.reset();
      setCategory('');
    } catch (error) {
      const sentence = errorText(error, 'No pudimos leer ese calendario');
      if (error instanceof ApiError && (error.code === 'VALIDATION' || error.code === 'CONFLICT'))
        form.setError('url', { message: sentence }, { shouldFocus: true });
      else setFailure(sentence);
    }
  }

  const url = fieldProps(form, 'url');
  return (
    <form noValidate aria-label="Calendario nuevo" onSubmit={form.handleSubmit(advance)}>
      <Stack gap="md">
        <TextInput
          label="Dirección del calendario"
          description="Termina casi siempre en .ics. Primero ves lo que tiene; luego se publica todo, menos lo que esté marcado como privado."
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={CALENDAR_URL_MAX}
          {...url}
          onChange={event => {
            preview.reset();
            void url.onChange(event);
          }}
        />
        {found === undefined ? <WhereToFind /> : <Preview preview={found} />}
        <NativeSelect
          size="md"
          label="Categoría de sus actividades"
          data={[
            { value: '', label: 'Ninguna' },
            ...categories.map(value => ({ value, label: categoryNames[value] })),
          ]}
          value={category}
          onChange={event => setCategory(event.currentTarget.value)}
        />
        <DialogError text={failure} />
        <div>
          <BusyButton
            type="submit"
            isBusy={preview.isPending || creation.isPending}
            busyLabel={preview.isPending ? 'Leyéndolo…' : 'Guardando…'}
          >
            {found === undefined ? 'Ver qué trae' : 'Traer sus actividades'}
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}

/** Tells how to find the address of a calendar in the programs that most people use. */
const WhereToFind = () => (
  <details>
    <summary className="target link">¿Dónde encuentro la dirección?</summary>
    <ul>
      <li>Google Calendar: «Configuración» del calendario, «Dirección pública en formato iCal».</li>
      <li>Outlook: «Configuración», «Calendarios compartidos», «Publicar un calendario», enlace ICS.</li>
      <li>Nextcloud: «Compartir» el calendario, «Copiar enlace de suscripción».</li>
      <li>WordPress: el botón «Suscribirse al calendario» de la página de eventos.</li>
    </ul>
  </details>
);

/** The activities that a calendar would bring. Takes the focus, since it answers a press. */
function Preview({ preview: { summary, first } }: { readonly preview: CalendarPreview }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (summary === null) return null;
  const rest = summary.activities - first.length;
  return (
    <Stack component="section" aria-labelledby="preview-title" className="card" p="md" gap="xs">
      <h2 id="preview-title" className="strong" ref={title} tabIndex={-1}>
        {summaryText(summary)}
      </h2>
      {first.length > 0 && (
        <ul className="stack gap-s">
          {first.map(({ title, date, place }) => (
            <li key={`${title} ${date}`}>
              <p className="strong">{title}</p>
              <p className="soft small">{`${longDate(date)}${DOT}${place ?? 'Sin lugar'}`}</p>
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && <p className="soft small">{`Y ${digits(rest)} más.`}</p>}
      {leftOutTexts(summary).map(text => (
        <p key={text} className="soft small">
          {text}
        </p>
      ))}
    </Stack>
  );
}

interface RowProps {
  readonly slug: string;
  readonly calendar: Calendar;
  readonly outcome: Outcome;
}

function CalendarRow({ slug, calendar, outcome }: RowProps) {
  const { _id, host, category, state, summary, vanished } = calendar;
  const edits = summary?.edits ?? [];
  const reading = useReadCalendar(slug, _id);
  const dialog = useLazyDialog();

  function read() {
    outcome.clear();
    reading.mutate(undefined, {
      onError: error => outcome.showError(errorText(error, 'No pudimos leer el calendario')),
    });
  }

  return (
    <ItemRow
      id={_id}
      icon={IconCalendarEvent}
      name={host}
      mark={category !== null && categoryNames[category]}
      action={
        <Group gap="xs">
          <BusyButton
            variant="light"
            aria-label={`Leer ahora: ${host}`}
            isBusy={reading.isPending || state === 'reading'}
            busyLabel="Leyendo…"
            onClick={read}
          >
            Leer ahora
          </BusyButton>
          <Button variant="default" aria-label={`Dejar de leer: ${host}`} onClick={dialog.open}>
            Dejar de leer
          </Button>
          {dialog.isMounted && (
            <StopDialog
              slug={slug}
              calendar={calendar}
              isOpen={dialog.isOpen}
              onClose={dialog.close}
              onStopped={text => {
                dialog.close();
                outcome.showSuccess(text);
              }}
            />
          )}
        </Group>
      }
      details={vanished > 0 && <Vanished slug={slug} calendar={calendar} outcome={outcome} />}
    >
      <div role="status">
        {summary !== null && <p className="strong">{summaryText(summary)}</p>}
        <p>{stateText(calendar, now())}</p>
      </div>
      {remarksOn(calendar).map(remark => (
        <p key={remark} className="soft small">
          {remark}
        </p>
      ))}
      {edits.length > 0 && (
        <ul aria-label="Editadas aquí" className="small">
          {edits.map(({ activityId, title, fields }) => (
            <li key={activityId}>
              <Link to="/actividades/$id" params={{ id: activityId }} className="link">
                {title}
              </Link>
              <span className="soft">{`: ${fieldsText(fields)}`}</span>
            </li>
          ))}
        </ul>
      )}
    </ItemRow>
  );
}

/** Most activities of the calendar have vanished from it: organisers decide whether they go here, too. */
function Vanished({ slug, calendar: { _id, vanished }, outcome }: RowProps) {
  const reading = useReadCalendar(slug, _id);
  const dialog = useLazyDialog();

  async function remove(): Promise<string | undefined> {
    try {
      await reading.mutateAsync('remove');
    } catch (error) {
      return errorText(error, 'No pudimos leer el calendario');
    }
    dialog.close();
    outcome.showSuccess('Leemos el calendario y quitamos lo que ya no tiene');
    return undefined;
  }

  return (
    <Stack gap="sm">
      <Note tone="clay">{vanishedText(vanished)}</Note>
      <div>
        <Button variant="default" onClick={dialog.open}>
          Quitarlas también aquí
        </Button>
      </div>
      {dialog.isMounted && (
        <ConfirmDialog
          isOpen={dialog.isOpen}
          title="¿Quitar lo que el calendario ya no tiene?"
          confirmLabel="Quitarlas"
          busyLabel="Quitándolas…"
          isBusy={reading.isPending}
          onConfirm={remove}
          onCancel={dialog.close}
        >
          Se quitan las que todavía no comienzan y a las que nadie confirmó.
        </ConfirmDialog>
      )}
    </Stack>
  );
}

interface StopProps extends Pick<RowProps, 'slug' | 'calendar'> {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onStopped: (text: string) => void;
}

/** Asks what happens to the activities of a calendar that is not read any more. */
function StopDialog({ slug, calendar: { _id, host, activities }, isOpen, onClose, onStopped }: StopProps) {
  const [choice, setChoice] = useState<'keep' | 'remove'>('keep');
  const [failure, setFailure] = useState<string | null>(null);
  const removal = useRemoveCalendar(slug, _id);

  function stop() {
    setFailure(null);
    removal.mutate(choice, {
      onSuccess: () =>
        onStopped(
          choice === 'keep'
            ? `Ya no leemos ${host}: sus actividades se quedan`
            : `Ya no leemos ${host}, y quitamos sus actividades`,
        ),
      onError: error => setFailure(errorText(error, 'No pudimos dejar de leer el calendario')),
    });
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title={`Dejar de leer ${host}`}>
      <Stack gap="md">
        {activities === 0 && <p>No trajo ninguna actividad.</p>}
        {activities > 0 && (
          <RadioList
            label={
              activities === 1
                ? '¿Qué hacemos con la actividad que trajo?'
                : `¿Qué hacemos con las ${activities} actividades que trajo?`
            }
            options={[
              {
                value: 'keep',
                label: 'Dejarlas',
                detail: 'Siguen en la página del colectivo, y se editan aquí.',
              },
              {
                value: 'remove',
                label: 'Quitarlas',
                detail: 'Menos las que ya comenzaron y aquellas a las que alguien confirmó.',
              },
            ]}
            value={choice}
            onChange={setChoice}
          />
        )}
        <DialogError text={failure} />
      </Stack>
      <Group data-dialog-buttons mt="lg" justify="end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancelar
        </Button>
        <BusyButton color="clay" isBusy={removal.isPending} busyLabel="Guardando…" onClick={stop}>
          Dejar de leer
        </BusyButton>
      </Group>
    </Modal>
  );
}
