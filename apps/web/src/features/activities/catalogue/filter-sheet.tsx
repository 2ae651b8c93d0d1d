import { Button, Checkbox, Modal, NativeSelect, TextInput } from '@mantine/core';
import { accessibilities, accessibilityNames, knownAccessibility } from '@minga/contract/accessibility';
import { categoryNames } from '@minga/contract/category-names';
import { listCollectives } from '@minga/contract/collectives';
import { RADIUS_DEFAULT_KM } from '@minga/contract/search-values';
import { type Category, categories } from '@minga/contract/topics';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChoiceButtons } from '../../../components/form/choice-buttons.tsx';
import { Fold } from '../../../components/form/fold.tsx';
import { listQuery } from '../../../lib/server/queries.ts';
import { searchCount } from '../model.ts';
import { catalogueFilters, type SearchFilters, withPosition } from '../search.ts';
import { countResults } from './count-api.ts';
import classes from './filter-sheet.module.css';
import { withoutFilters } from './filters.ts';
import { useDevicePosition } from './near-me.ts';

interface Props {
  filters: SearchFilters;
  isOpen: boolean;
  onClose: () => void;
  onChoose: (filters: SearchFilters) => void;
}

/** The filters without a chip, as a sheet at the foot of a phone and a dialog at a desk. They apply with its button, which counts the results. */
export const FilterSheet = ({ isOpen, onClose, ...props }: Props) => (
  <Modal
    opened={isOpen}
    onClose={onClose}
    title="Filtros"
    classNames={{ inner: classes.inner, content: classes.content }}
  >
    <SheetForm {...props} onClose={onClose} />
  </Modal>
);

/** Mounted when the sheet opens, with the address's filters. */
function SheetForm({ filters, onClose, onChoose }: Omit<Props, 'isOpen'>) {
  const [draft, setDraft] = useState(filters);
  const change = (changes: SearchFilters) => setDraft(catalogueFilters({ ...draft, ...changes }));
  const sent = withPosition(draft, useDevicePosition());
  const orders = ordersFor(draft);
  const { data: count } = useQuery({ ...countResults(sent), placeholderData: keepPreviousData });

  function apply(next: SearchFilters) {
    onClose();
    onChoose(next);
  }

  return (
    <form
      className="stack gap-xl"
      onSubmit={event => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <ChoiceButtons
        legend="Cuándo"
        choices={times}
        value={draft.date ?? ''}
        onChange={date => change({ date: date || undefined })}
      />
      <div className={classes.days}>
        <TextInput
          type="date"
          label="Desde"
          value={draft.desde ?? ''}
          onChange={event => change({ desde: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Hasta"
          value={draft.hasta ?? ''}
          onChange={event => change({ hasta: event.currentTarget.value })}
        />
      </div>
      <ChoiceButtons
        legend="Categoría"
        choices={topics}
        value={draft.categoria ?? ''}
        onChange={categoria => change({ categoria: categoria || undefined })}
      />
      <ChoiceButtons
        legend="Cupos"
        choices={rooms}
        value={draft.cupos ?? ''}
        onChange={cupos => change({ cupos: cupos || undefined })}
      />
      <AccessibilityChoice
        value={draft.accesible ?? ''}
        onChange={accesible => change({ accesible: accesible || undefined })}
      />
      <CollectiveSelect value={draft.colectivo ?? ''} onChange={colectivo => change({ colectivo })} />
      {draft.cerca !== undefined && (
        <ChoiceButtons
          legend="Distancia"
          choices={radiiFor(draft)}
          value={radiusOf(draft)}
          onChange={radio => change({ radio: Number(radio) === RADIUS_DEFAULT_KM ? undefined : radio })}
        />
      )}
      {orders && (
        <ChoiceButtons
          legend="Orden"
          choices={orders}
          value={draft.orden ?? ''}
          onChange={orden => change({ orden: orden || undefined })}
        />
      )}
      <div data-dialog-buttons className={`row ${classes.buttons}`}>
        <Button
          variant={count === 0 ? 'filled' : 'subtle'}
          className={count === 0 ? classes.apply : undefined}
          onClick={() => apply(withoutFilters(filters))}
        >
          Quitar los filtros
        </Button>
        {/* The screen without results says what there is instead. */}
        <Button type="submit" variant={count === 0 ? 'default' : 'filled'} className={classes.apply}>
          {count === undefined ? 'Ver resultados' : countedLabel(count)}
        </Button>
      </div>
      <p role="status" className="unseen">
        {count !== undefined && (count === 0 ? NOTHING : `${searchCount(count)} resultados`)}
      </p>
    </form>
  );
}

interface AccessibilityProps {
  /** The chosen entries, with commas. */
  value: string;
  onChange: (value: string) => void;
}

function AccessibilityChoice({ value, onChange }: AccessibilityProps) {
  const chosen = knownAccessibility(value.split(','));
  return (
    <Fold
      title="Accesibilidad"
      summary={chosen.map(name => accessibilityNames[name]).join(' · ')}
      hasError={false}
    >
      <Checkbox.Group
        label="Que tenga todo esto"
        value={chosen}
        onChange={names => onChange(names.join(','))}
      >
        <div className="stack">
          {accessibilities.map(name => (
            <Checkbox key={name} size="md" value={name} label={accessibilityNames[name]} />
          ))}
        </div>
      </Checkbox.Group>
    </Fold>
  );
}

const times = [
  { value: '', label: 'Próximas' },
  { value: 'pasadas', label: 'Pasadas' },
] as const;

const rooms = [
  { value: '', label: 'Con o sin cupos' },
  { value: 'libres', label: 'Con cupos' },
] as const;

const topics: { value: Category | ''; label: string }[] = [
  { value: '', label: 'Todas' },
  ...categories.map(value => ({ value, label: categoryNames[value] })),
];

const RADII_KM = [5, RADIUS_DEFAULT_KM, 50, 100];

const radiusOf = ({ radio }: SearchFilters): string => String(Number(radio ?? RADIUS_DEFAULT_KM));

/** The offered distances, and the one of a link. */
function radiiFor(draft: SearchFilters) {
  const radii = [...new Set([...RADII_KM, Number(radiusOf(draft))])].sort((one, other) => one - other);
  return radii.map(km => ({ value: String(km), label: `${km} km` }));
}

/** The orders of a search with words or around a point; undefined if it has one order, as those of some days around a point. */
function ordersFor({ q, cerca, desde, hasta }: SearchFilters) {
  const hasDays = desde !== undefined || hasta !== undefined;
  if (cerca === undefined ? q === undefined : hasDays) return;
  const own = cerca === undefined ? 'Mejor coincidencia' : 'Más cercanas primero';
  return [
    { value: '', label: own },
    { value: 'fecha', label: 'Por fecha' },
  ] as const;
}

const NOTHING = 'Nada con estos filtros';

/** 'Ver 12 actividades', 'Ver más de 300 actividades' */
const countedLabel = (count: number): string =>
  count === 0 ? NOTHING : `Ver ${searchCount(count)} ${count === 1 ? 'actividad' : 'actividades'}`;

/** More collectives are found by their pages, which lead to their activities. */
const COLLECTIVES_MAX = 100;

const someCollectives = listQuery(listCollectives, { query: { limit: COLLECTIVES_MAX, offset: 0 } });

interface CollectiveSelectProps {
  /** The slug; empty for all. */
  value: string;
  onChange: (slug: string) => void;
}

function CollectiveSelect({ value, onChange }: CollectiveSelectProps) {
  const { data } = useQuery(someCollectives);
  const known = data?.rows.map(({ slug, name }) => ({ value: slug, label: name })) ?? [];
  const isKnown = value === '' || known.some(choice => choice.value === value);
  return (
    <NativeSelect
      label="Colectivo"
      size="md"
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      data={[{ value: '', label: 'Todos' }, ...(isKnown ? [] : [{ value, label: value }]), ...known]}
    />
  );
}
