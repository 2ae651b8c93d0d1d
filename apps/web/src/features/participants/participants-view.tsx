import { Button, Select } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, type SyntheticEvent, useEffect, useState } from 'react';
import optionClasses from '../../components/form/detailed-option.module.css';
import { DetailedOption } from '../../components/form/detailed-option.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { toastError } from '../../lib/toasts.ts';
import { type ActivityChoice, filterOptions, type ListedChoice } from './model.ts';
import { ParticipantList, ParticipantSkeleton } from './participant-list.tsx';
import classes from './participants.module.css';

interface Props {
  choice: ActivityChoice;
  /** The line of the chosen activity, with the links to its other screens. */
  head: ReactNode;
  onChoose: (id: string) => void;
}

/** /tasks/asistencia: the participants of the user's own activities (docs/rules.md R4.8). */
export const ParticipantsView = ({ choice, ...props }: Props) => (
  <>
    <div className={`${classes.screen} ${classes.screenTitle}`}>
      <PageHeading title="Gestionar Asistencia" />
    </div>
    <Content choice={choice} {...props} />
  </>
);

function Content({ choice, head, onChoose }: Props) {
  switch (choice.status) {
    case 'pending':
      return <ParticipantSkeleton text="Cargando actividades..." hasSelect />;
    case 'failed':
      return <ActivitiesError error={choice.error} retry={choice.retry} />;
    case 'none':
      return <NoActivities />;
    case 'chosen':
      return (
        <>
          <div className={`${classes.screen} ${classes.choice}`}>
            <ActivitySelect {...choice} onChoose={onChoose} />
          </div>
          {head}
          <ChosenList {...choice} />
        </>
      );
  }
}

type Chosen = Extract<ActivityChoice, { status: 'chosen' }>;

/** Only this part waits for the details of a chosen activity: the select keeps the focus. */
function ChosenList({ whole, failure }: Pick<Chosen, 'whole' | 'failure'>) {
  if (failure) return <ErrorPanel {...failure} />;
  return whole === undefined ? (
    <ParticipantSkeleton text="Cargando participantes..." />
  ) : (
    <ParticipantList key={whole._id} activity={whole} />
  );
}

const NoActivities = () => (
  <EmptyState
    drawing="seedling"
    title="Todavía no organizas ninguna actividad"
    text="Cuando publiques una, aquí verás quiénes van a venir."
  >
    <Button renderRoot={props => <Link to="/add-task" {...props} />}>Crear Actividad</Button>
  </EmptyState>
);

interface ActivitiesErrorProps {
  error: Error;
  retry: () => void;
}

/** Shown if the user's activities failed to load; each failed attempt shows a toast (docs/rules.md R1.2). */
function ActivitiesError({ error, retry }: ActivitiesErrorProps) {
  useEffect(() => {
    toastError('Error al cargar las actividades');
  }, []);
  return <ErrorPanel error={error} retry={retry} />;
}

type ActivitySelectProps = Pick<Chosen, 'chosen' | 'upcoming' | 'past' | 'more'> & {
  onChoose: (id: string) => void;
};

/** More options would slow down a phone; a search finds the others. */
const OPTIONS_MAX = 100;

/** 'Seleccionar actividad' (docs/rules.md R4.8): a select that searches title and date. */
function ActivitySelect({ chosen, upcoming, past, more, onChoose }: ActivitySelectProps) {
  const [isOpen, setOpen] = useState(false);
  const { hasMore, isLoading, hasFailed, load } = more;
  const listed = new Map([...upcoming, ...past].map(activity => [activity._id, activity]));
  const findActivity = (id: string) => listed.get(id) ?? chosen;

  useEffect(() => {
    // The search must cover all activities, so the remaining pages are loaded when the select opens.
    if (isOpen && hasMore && !isLoading && !hasFailed) load();
  }, [isOpen, hasMore, isLoading, hasFailed, load]);

  // Typing replaces the current choice. Also on click, because Safari clears the selection made on focus.
  function selectAll({ currentTarget }: SyntheticEvent<HTMLInputElement>) {
    if (currentTarget.value === chosen.title) currentTarget.select();
  }

  return (
    <Select
      label="Seleccionar actividad"
      maw="38rem"
      classNames={{ option: optionClasses.row ?? '', options: optionClasses.list ?? '' }}
      data={[
        ...(listed.has(chosen._id) ? [] : [toOption(chosen)]),
        { group: 'Próximas', items: upcoming.map(toOption) },
        { group: 'Pasadas', items: past.map(toOption) },
      ]}
      value={chosen._id}
      onChange={id => id !== null && onChoose(id)}
      allowDeselect={false}
      searchable
      selectFirstOptionOnChange
      filter={filterOptions(({ value }) => searchText(findActivity(value)))}
      limit={OPTIONS_MAX}
      // The list itself scrolls; a separate scroll area would have to be focusable.
      withScrollArea={false}
      nothingFoundMessage={hasMore && !hasFailed ? 'Buscando…' : 'Ninguna de tus actividades se llama así'}
      onFocus={selectAll}
      onClick={selectAll}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      renderOption={({ option, checked }) => (
        <DetailedOption
          name={option.label}
          detail={longDate(findActivity(option.value).date)}
          isChecked={checked}
        />
      )}
    />
  );
}

const toOption = ({ _id, title }: ListedChoice) => ({ value: _id, label: title });

const searchText = ({ title, date }: ListedChoice) => `${title} ${longDate(date)}`;
