import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import { SEARCH_MAX } from '@minga/contract/search-filters';
import { IconSearch, IconStar, IconStarFilled } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { clockTime, shortDate } from '../../../lib/dates.ts';
import { whenLoaded } from '../../../lib/load-code.ts';
import { activityList, useSwitchPromotion } from '../activities-api.ts';
import { type ActivityActions, activityCount, holdText } from '../model.ts';
import { ActivityStatusTag, ModerationButtons, useActivityModeration } from '../moderation.tsx';
import classes from '../panel.module.css';
import { FilterForm, PanelList, useFilterDraft, usePanelList } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import { type ChosenRow, type RowSelection, useRowSelection } from '../row-actions.ts';
import { activityFilters, hasFilters, type TabProps } from '../search.ts';
import rowChoiceClasses from './lists.module.css';

/** 'Actividades' (docs/rules.md R6.8): all activities, with actions to approve, reject and promote them. */
export function ActivitiesTab(tab: TabProps) {
  const filters = activityFilters(tab.search);
  const list = usePanelList({
    pageOf: page => activityList(filters, page),
    tab,
    fallback: 'Error al obtener actividades',
  });
  const { actions, onApprove, onIntent, dialogs } = useActivityModeration();
  const selection = useRowSelection(JSON.stringify(filters));
  const { mutateAsync: switchPromotion } = useSwitchPromotion();

  const runPromotion = ({ _id: id, isPromoted }: Activity) =>
    void actions.run({
      id,
      call: () => switchPromotion({ id, promotion: !isPromoted }),
      success: isPromoted ? 'La actividad ya no está promocionada' : 'Actividad promocionada',
      fallback: 'Error al cambiar promoción de actividad',
    });

  return (
    <>
      <ActivityFilterForm {...tab} onRepeat={list.retry} />
      <PanelList
        list={list}
        countText={activityCount}
        loadingText="Cargando actividades..."
        errorText="No pudimos traer la lista de actividades."
        empty={hasFilters(filters) ? nothingFound : nothing}
      >
        {(rows, headingId) => (
          <>
            <RowChoice selection={selection} page={rows} />
            <ActivityTable
              activities={rows}
              labelledBy={headingId}
              selection={selection}
              isBusy={actions.isBusy}
              onApprove={onApprove}
              onPromote={runPromotion}
              onIntent={onIntent}
            />
          </>
        )}
      </PanelList>
      {dialogs}
    </>
  );
}

const nothing = (
  <EmptyState
    drawing="seedling"
    order={3}
    title="No hay actividades"
    text="Aquí verás lo que publiquen las personas."
  />
);

const nothingFound = (
  <EmptyState
    drawing="search"
    order={3}
    title="No hay actividades con estos filtros"
    text="Prueba con otras palabras, o con otro estado."
  />
);

interface Props extends TabProps {
  /** Repeats the search with unchanged filters. */
  onRepeat: () => void;
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

function ActivityFilterForm({ search, onSearch, onRepeat }: Props) {
  const { status = '', promoted = '', search: words = '' } = activityFilters(search);
  const { draft, change, reset, isApplied } = useFilterDraft({
    estado: status,
    promocion: promoted,
    q: words,
  });
  return (
    <FilterForm
      onApply={() => (isApplied ? onRepeat() : onSearch({ tab: 'actividades', ...draft }))}
      onClear={() => {
        reset();
        onSearch({ tab: 'actividades' });
      }}
    >
      <TextInput
        className={classes.wide ?? ''}
        label="Buscar"
        placeholder="Título, lugar, descripción…"
        type="search"
        maxLength={SEARCH_MAX}
        autoComplete="off"
        enterKeyHint="search"
        leftSection={<IconSearch size={20} aria-hidden />}
        value={draft.q}
        onChange={event => change({ q: event.currentTarget.value })}
      />
      <NativeSelect
        label="Estado"
        size="md"
        data={STATUSES}
        value={draft.estado}
        onChange={event => change({ estado: event.currentTarget.value })}
      />
      <NativeSelect
        label="Promoción"
        size="md"
        data={PROMOTIONS}
        value={draft.promocion}
        onChange={event => change({ promocion: event.currentTarget.value })}
      />
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

  if (selection.isActive)
    return (
      <Suspense>
        <SelectionBar
          selection={selection}
          page={page}
          onEnd={() => {
            hasEnded.current = true;
            selection.stop();
          }}
        />
      </Suspense>
    );
  return (
    <div className={rowChoiceClasses.start}>
      <Button ref={start} variant="subtle" size="sm" onClick={() => whenLoaded(loadBar, selection.start)}>
        Seleccionar
      </Button>
    </div>
  );
}

interface ActivityTableProps extends ActivityActions {
  activities: readonly Activity[];
  labelledBy: string;
  selection: RowSelection;
}

const COLUMNS = ['Actividad', 'Fecha', 'Lugar', 'Estado', 'Promoción', 'La publicó', 'Acciones'];
const WIDTHS = 'minmax(0, 1.7fr) 7.75rem minmax(0, 0.8fr) 6.5rem 5.5rem minmax(0, 0.9fr) 15.5rem';

const ActivityTable = ({ activities, labelledBy, selection, ...actions }: ActivityTableProps) => (
  <PanelTable labelledBy={labelledBy} columns={COLUMNS} widths={WIDTHS}>
    {activities.map(activity => (
      <ActivityRow key={activity._id} activity={activity} selection={selection} {...actions} />
    ))}
  </PanelTable>
);

interface ActivityRowProps extends ActivityActions {
  activity: Activity;
  selection: RowSelection;
}

function ActivityRow({
  activity,
  selection,
  isBusy: isRowBusy,
  onApprove,
  onPromote,
  onIntent,
}: ActivityRowProps) {
  const { _id, title, description, date, place, isPromoted, user, hold } = activity;
  return (
    <PanelRow id={_id}>
      <PanelCell>
        {selection.isActive ? (
          <label className={rowChoiceClasses.choice}>
            <input
              type="checkbox"
              className={rowChoiceClasses.box}
              checked={selection.has(_id)}
              onChange={() => selection.toggle(activity)}
            />
            <span className={rowChoiceClasses.title}>{title}</span>
          </label>
        ) : (
          <span className={rowChoiceClasses.title}>{title}</span>
        )}
        {description !== '' && <span className={rowChoiceClasses.description}>{description}</span>}
      </PanelCell>
      <PanelCell label="Fecha">
        <span className={rowChoiceClasses.date}>
          <span>{`${shortDate(date)}, `}</span>
          <span className={rowChoiceClasses.time}>{clockTime(date)}</span>
        </span>
      </PanelCell>
      <PanelCell label="Lugar">
        {place === '' ? <span className={rowChoiceClasses.none}>Sin lugar</span> : place}
      </PanelCell>
      <PanelCell label="Estado">
        <span>
          <ActivityStatusTag {...activity} />
          {hold && <span className={rowChoiceClasses.hold}>{holdText(hold)}</span>}
        </span>
      </PanelCell>
      <PanelCell label="Promoción">
        <PromotionStar
          title={title}
          isPromoted={isPromoted}
          isBusy={isRowBusy(_id)}
          onToggle={() => onPromote(activity)}
        />
      </PanelCell>
      <PanelCell label="La publicó">
        <bdi>{user.username}</bdi>
      </PanelCell>
      <PanelCell isActions>
        <ModerationButtons activity={activity} isBusy={isRowBusy} onApprove={onApprove} onIntent={onIntent} />
      </PanelCell>
    </PanelRow>
  );
}

interface PromotionStarProps {
  title: string;
  isPromoted: boolean;
  isBusy: boolean;
  onToggle: () => void;
}

/** Toggles an activity's promotion; a filled star is on. */
function PromotionStar({ title, isPromoted, isBusy, onToggle }: PromotionStarProps) {
  const Icon = isPromoted ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={rowChoiceClasses.star}
      aria-pressed={isPromoted}
      aria-label={`Promocionar: ${title}`}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onToggle}
    >
      <Icon size={24} aria-hidden />
    </button>
  );
}
