import {
  changeCollectiveStatus,
  listAllCollectives,
  verifyCollective,
} from '@minga/contract/administration/collectives';
import type { Collective, CollectiveStatus } from '@minga/contract/collectives';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconRosetteDiscountCheck,
  IconRosetteDiscountCheckOff,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { VerifiedMark } from '../../../components/brand/verified-mark.tsx';
import { dayDate } from '../../../lib/dates/dates.ts';
import { digits } from '../../../lib/digits.ts';
import { DOT } from '../../../lib/dot.ts';
import { call } from '../../../lib/server/api.ts';
import { SearchPanel } from '../filters.tsx';
import { holdText } from '../model.ts';
import classes from '../panel.module.css';
import { type ListDescription, PanelList } from '../panel-list.tsx';
import { StatusTag } from '../panel-table.tsx';
import { type RowAction, useRowActions } from '../row-actions.tsx';
import { collectiveFilters, type TabProps } from '../search.ts';

/** 'Colectivos': all of them, with actions to verify, activate and deactivate them (docs/rules.md R14.8). */
export const CollectivesTab = (tab: TabProps) => (
  <PanelList of={collectivesList} tab={tab} actions={useRowActions()} />
);

const STATUSES = [
  { value: '', label: 'Todos' },
  { value: 'held', label: 'En revisión' },
  { value: 'active', label: 'Activos' },
  { value: 'inactive', label: 'Desactivados' },
];

const tags: Record<CollectiveStatus, { name: string; tone: 'forest' | 'sky' | 'plain' }> = {
  active: { name: 'Activo', tone: 'forest' },
  held: { name: 'En revisión', tone: 'sky' },
  inactive: { name: 'Desactivado', tone: 'plain' },
};

export const collectivesList: ListDescription<typeof listAllCollectives> = {
  endpoint: listAllCollectives,
  filtersIn: collectiveFilters,
  filterPanel: tab => (
    <SearchPanel
      {...tab}
      placeholder="Nombre del colectivo"
      selections={[{ label: 'Estado', name: 'estado', options: STATUSES }]}
    />
  ),
  nouns: ['colectivo', 'colectivos'],
  empty: {
    drawing: 'people',
    text: 'Aquí verás los que la gente vaya creando.',
    filtered: 'Prueba con otras palabras, o con otro estado.',
  },
  idOf: ({ _id }) => _id,
  columns: [
    {
      name: 'Colectivo',
      width: 'minmax(0, 1fr)',
      label: '',
      cell: collective => <CollectiveCell {...collective} />,
    },
    { name: 'Lo siguen', width: '5.5rem', cell: ({ followers }) => digits(followers) },
    { name: 'Próximas', width: '5.5rem', cell: ({ upcoming }) => digits(upcoming) },
    {
      name: 'Estado',
      width: '7.5rem',
      cell: ({ status }) => <StatusTag tone={tags[status].tone}>{tags[status].name}</StatusTag>,
    },
  ],
  buttons: { width: '21.5rem', about: ({ name }) => name, of: buttonsOf },
};

function CollectiveCell({ slug, name, place, description, isVerified, status, createdAt, hold }: Collective) {
  return (
    <>
      {status === 'active' ? (
        <Link
          to="/colectivos/$slug"
          params={{ slug }}
          className={`link ${classes.subjectLink}`}
          data-harmless
        >
          {name}
        </Link>
      ) : (
        // Gets the focus when the row before it leaves: its buttons would decide.
        <bdi className="strong" tabIndex={-1} data-harmless>
          {name}
        </bdi>
      )}
      {isVerified && <VerifiedMark size={18} />}
      <span className={classes.detail}>
        {`${place !== '' ? `${place}${DOT}` : ''}Desde el ${dayDate(createdAt)}`}
      </span>
      {status === 'held' && (
        <span className={classes.detail}>
          {`${hold ? holdText(hold) : 'Su nombre se parece al de uno verificado'}.${description !== '' ? ` «${description}»` : ''}`}
        </span>
      )}
    </>
  );
}

function buttonsOf({ _id: id, isVerified, status }: Collective): RowAction[] {
  const actions: RowAction[] = [];
  if (status === 'active') actions.push(verification(id, isVerified));
  else
    actions.push({
      label: 'Activar',
      icon: IconPlayerPlay,
      tone: 'forest',
      run: { ...statusChange(id, true), clearsItself: true },
    });
  if (status !== 'inactive')
    actions.push({
      label: 'Desactivar',
      icon: IconPlayerPause,
      tone: 'clay',
      run: {
        ...statusChange(id, false),
        clearsItself: true,
        undo: { ...statusChange(id, true), success: 'Colectivo activado de nuevo' },
      },
    });
  return actions;
}

/** Activates a collective, also one that waits for a review, or deactivates it. */
const statusChange = (id: string, isActive: boolean) => ({
  call: () => call(changeCollectiveStatus, { params: { id }, body: { isActive } }),
  success: isActive ? 'Colectivo activado' : 'Colectivo desactivado',
  fallback: 'Error al cambiar estado del colectivo',
});

/** Verifies a collective, or withdraws its verification. */
function verification(id: string, isVerified: boolean): RowAction {
  const verify = (body: { isVerified: boolean }) => call(verifyCollective, { params: { id }, body });
  const fallback = 'Error al cambiar la verificación';
  return {
    key: 'verification',
    label: isVerified ? 'Quitar verificación' : 'Verificar',
    icon: isVerified ? IconRosetteDiscountCheckOff : IconRosetteDiscountCheck,
    run: {
      call: () => verify({ isVerified: !isVerified }),
      success: isVerified ? 'Verificación retirada' : 'Colectivo verificado',
      fallback,
      clearsItself: true,
      undo: {
        call: () => verify({ isVerified }),
        success: isVerified ? 'Colectivo verificado de nuevo' : 'Verificación retirada',
        fallback,
      },
    },
  };
}
