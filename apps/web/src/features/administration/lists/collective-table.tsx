import type { Collective, CollectiveStatus } from '@minga/contract/collectives';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconRosetteDiscountCheck,
  IconRosetteDiscountCheckOff,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { VerifiedMark } from '../../../components/verified-mark.tsx';
import { dayDate } from '../../../lib/dates.ts';
import { digits } from '../../../lib/digits.ts';
import { holdText } from '../model.ts';
import { RowButton, StatusTag } from '../panel-list.tsx';
import { PanelCell, PanelRow, PanelTable } from '../panel-table.tsx';
import classes from './lists.module.css';

interface CollectiveActions {
  isBusy: (id: string) => boolean;
  onVerify: (collective: Collective) => void;
  onStatus: (collective: Collective, isActive: boolean) => void;
}

interface Props extends CollectiveActions {
  collectives: readonly Collective[];
  labelledBy: string;
}

const COLUMNS = ['Colectivo', 'Lo siguen', 'Próximas', 'Estado', 'Acciones'] as const;
const WIDTHS = 'minmax(0, 1fr) 5.5rem 5.5rem 7.5rem 21.5rem';

const statuses: Record<CollectiveStatus, { name: string; tone: 'forest' | 'sky' | 'plain' }> = {
  active: { name: 'Activo', tone: 'forest' },
  held: { name: 'En revisión', tone: 'sky' },
  inactive: { name: 'Desactivado', tone: 'plain' },
};

export const CollectiveTable = ({ collectives, labelledBy, ...actions }: Props) => (
  <PanelTable labelledBy={labelledBy} columns={COLUMNS} widths={WIDTHS}>
    {collectives.map(collective => (
      <CollectiveRow key={collective._id} collective={collective} {...actions} />
    ))}
  </PanelTable>
);

function CollectiveRow({ collective, ...actions }: CollectiveActions & { collective: Collective }) {
  const { _id, slug, name, place, description, isVerified, status, followers, upcoming, createdAt, hold } =
    collective;
  const { name: statusName, tone } = statuses[status];
  return (
    <PanelRow id={_id}>
      <PanelCell>
        {status === 'active' ? (
          <Link
            to="/colectivos/$slug"
            params={{ slug }}
            className={classes.collectiveTableName}
            data-harmless
          >
            {name}
          </Link>
        ) : (
          // Gets the focus when the row before it leaves: its buttons would decide.
          <bdi className={classes.collectiveTableName} tabIndex={-1} data-harmless>
            {name}
          </bdi>
        )}
        {isVerified && <VerifiedMark size={18} />}
        <span className={classes.collectiveTableDetail}>
          {`${place !== '' ? `${place} · ` : ''}Desde el ${dayDate(createdAt)}`}
        </span>
        {status === 'held' && (
          <span className={classes.collectiveTableDetail}>
            {`${hold ? holdText(hold) : 'Su nombre se parece al de uno verificado'}.${description !== '' ? ` «${description}»` : ''}`}
          </span>
        )}
      </PanelCell>
      <PanelCell label={COLUMNS[1]}>{digits(followers)}</PanelCell>
      <PanelCell label={COLUMNS[2]}>{digits(upcoming)}</PanelCell>
      <PanelCell label={COLUMNS[3]}>
        <StatusTag tone={tone}>{statusName}</StatusTag>
      </PanelCell>
      <PanelCell isActions>
        <CollectiveButtons collective={collective} {...actions} />
      </PanelCell>
    </PanelRow>
  );
}

const icon = { size: 18, 'aria-hidden': true } as const;

function CollectiveButtons({
  collective,
  isBusy,
  onVerify,
  onStatus,
}: CollectiveActions & { collective: Collective }) {
  const { _id, name, isVerified, status } = collective;
  const shared = { about: name, isBusy: isBusy(_id) };
  return (
    <>
      {status === 'active' && (
        <RowButton
          {...shared}
          icon={
            isVerified ? <IconRosetteDiscountCheckOff {...icon} /> : <IconRosetteDiscountCheck {...icon} />
          }
          onClick={() => onVerify(collective)}
        >
          {isVerified ? 'Quitar verificación' : 'Verificar'}
        </RowButton>
      )}
      {status !== 'active' && (
        <RowButton
          {...shared}
          tone="forest"
          icon={<IconPlayerPlay {...icon} />}
          onClick={() => onStatus(collective, true)}
        >
          Activar
        </RowButton>
      )}
      {status !== 'inactive' && (
        <RowButton
          {...shared}
          tone="clay"
          icon={<IconPlayerPause {...icon} />}
          onClick={() => onStatus(collective, false)}
        >
          Desactivar
        </RowButton>
      )}
    </>
  );
}
