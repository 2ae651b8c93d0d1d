import { Button, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { listAllActivities, switchPromotion } from '@minga/contract/administration/activities';
import { SEARCH_MAX } from '@minga/contract/search-values';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { whenLoaded } from '../../../lib/errors/load-code.ts';
import { call } from '../../../lib/server/api.ts';
import { FilterForm, Selection } from '../filters.tsx';
import { holdText } from '../model.ts';
import decisionClasses from '../moderation.module.css';
import { ActivityStatusTag, activityButtons, dateCell, placeCell, subjectCell } from '../moderation.tsx';
import classes from '../panel.module.css';
import { type ListDescription, PanelList } from '../panel-list.tsx';
import { type RowActions, useRowActions } from '../row-actions.tsx';
import { activityFilters, type TabProps } from '../search.ts';
import { type ChosenRow, type RowSelection, useRowSelection } from './row-selection.ts';

/** 'Actividades' (docs/rules.md R6.8): all activities, with actions to approve, reject and promote them. */
export function ActivitiesTab(tab: TabProps) {
  const selection = useRowSelection(JSON.stringify(activityFilters(tab.search)));
  const actions = useRowActions();
  return <PanelList of={activitiesList(selection, actions)} tab={tab} actions={actions} />;
}

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'pending', label: 'Pendientes' },
  { value: 'approved', label: 'Aprobadas' },
  { value: 'rejected', label: 'Rechazadas' },
];
const PROMOTIONS = [
  { value: '', label: 'Todas' },
  { value: 'true', label: 'Promocionadas' },
  { value: 'false', label: 'Sin promoción' },
];

const activitiesList = (
  selection: RowSelection,
  actions: RowActions,
): ListDescription<typeof listAllActivities> => ({
  endpoint: listAllActivities,
  filtersIn: activityFilters,
  filterPanel: (tab, repeat) => <ActivityFilterForm tab={tab} onRepeat={repeat} />,
  nouns: ['actividad', 'actividades'],
  empty: {
    drawing: 'seedling',
    text: 'Aquí verás lo que publiquen las personas.',
    filtered: 'Prueba con otras palabras, o con otro estado.',
  },
  above: rows => <RowChoice selection={selection} page={rows} />,
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Actividad',
      width: 'minmax(0, 1.7fr)',
      label: '',
      cell: activity => (
        <>
          {selection.isActive ? (
            <ChoiceBox row={activity} title={activity.title} selection={selection} />
          ) : (
            subjectCell(activity)
          )}
          {activity.description !== '' && (
            <span className={`soft fine ${classes.excerpt}`}>{activity.description}</span>
          )}
        </>
      ),
    },
    { name: 'Fecha', width: '7.75rem', cell: dateCell },
    { name: 'Lugar', width: 'minmax(0, 0.8fr)', cell: placeCell },
    {
      name: 'Estado',
      width: '6.5rem',
      cell: activity => (
        <span>
          <ActivityStatusTag {...activity} />
          {activity.hold && <span className={classes.hold}>{holdText(activity.hold)}</span>}
        </span>
      ),
    },
    {
      name: 'Promoción',
      width: '5.5rem',
      cell: activity => <PromotionStar activity={activity} actions={actions} />,
    },
    { name: 'La publicó', width: 'minmax(0, 0.9fr)', cell: ({ user }) => <bdi>{user.username}</bdi> },
  ],
  buttons: { width: '15.5rem', about: ({ title }) => title, of: activityButtons },
});

interface ActivityFilterFormProps {
  tab: TabProps;
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
}

function ActivityFilterForm({ tab, onRepeat }: ActivityFilterFormProps) {
  const { status = '', promoted = '', search: words = '' } = activityFilters(tab.search);
  return (
    <FilterForm tab={tab} current={{ estado: status, promocion: promoted, q: words }} onRepeat={onRepeat}>
      {(draft, change, type) => (
        <>
          <TextInput
            className={classes.wide ?? ''}
            label="Buscar"
            placeholder="Título, lugar o quién publica"
            type="search"
            maxLength={SEARCH_MAX}
            autoComplete="off"
            enterKeyHint="search"
            leftSection={<IconSearch size={20} aria-hidden />}
            value={draft.q}
            onChange={event => type({ q: event.currentTarget.value })}
          />
          <Selection
            label="Estado"
            options={STATUSES}
            value={draft.estado}
            onChange={estado => change({ estado })}
          />
          <Selection
            label="Promoción"
            options={PROMOTIONS}
            value={draft.promocion}
            onChange={promocion => change({ promocion })}
          />
        </>
      )}
    </FilterForm>
  );
}

const loadBar = () => import('./selection-bar.tsx');
const SelectionBar = lazy(() => loadBar().then(module => ({ default: module.SelectionBar })));

interface RowChoiceProps {
  readonly selection: RowSelection;
  /** The rows in sight. */
  readonly page: readonly ChosenRow[];
}

/** 'Seleccionar varias' and, once pressed, the bar for the chosen rows. */
function RowChoice({ selection, page }: RowChoiceProps) {
  const start = useRef<HTMLButtonElement>(null);
  const hasEnded = useRef(false);

  useEffect(() => {
    if (!hasEnded.current || selection.isActive) return;
    hasEnded.current = false;
    start.current?.focus();
  }, [selection.isActive]);

  function end() {
    hasEnded.current = true;
    selection.stop();
  }

  if (selection.isActive)
    return (
      <Suspense>
        <SelectionBar selection={selection} page={page} onEnd={end} />
      </Suspense>
    );
  return (
    <div className={decisionClasses.start}>
      <Button ref={start} variant="subtle" size="sm" onClick={() => whenLoaded(loadBar, selection.start)}>
        Seleccionar
      </Button>
    </div>
  );
}

/** The title of a row with its check box. */
const ChoiceBox = ({
  row,
  title,
  selection,
}: Pick<RowChoiceProps, 'selection'> & { row: ChosenRow; title: string }) => (
  <label className={`row ${decisionClasses.choice}`}>
    <input
      type="checkbox"
      className={decisionClasses.box}
      checked={selection.has(row._id)}
      onChange={() => selection.toggle(row)}
    />
    <span className={classes.title}>{title}</span>
  </label>
);

/** Toggles an activity's promotion, for a week and in any status; a filled star is on. */
function PromotionStar({ activity, actions }: { activity: Activity; actions: RowActions }) {
  const { _id: id, title, isPromoted } = activity;
  const Icon = isPromoted ? IconStarFilled : IconStar;
  const isBusy = actions.isBusy(id);

  const toggle = () =>
    void actions.run({
      id,
      call: () => call(switchPromotion, { params: { id }, body: { promotion: !isPromoted } }),
      success: isPromoted ? 'La actividad ya no está promocionada' : 'Actividad promocionada',
      fallback: 'Error al cambiar promoción de actividad',
    });

  return (
    <button
      type="button"
      className={decisionClasses.star}
      aria-pressed={isPromoted}
      aria-label={`Promocionar: ${title}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : toggle}
    >
      <Icon size={24} aria-hidden />
    </button>
  );
}
