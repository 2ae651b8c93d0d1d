import { type AccountStats, getAccountStats } from '@minga/contract/administration/admins';
import { IconCrown, IconShieldCheck, IconSum, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { digits } from '../../../lib/digits.ts';
import { query } from '../../../lib/server/queries.ts';
import { figures } from '../api.ts';
import { Loaded } from '../errors.tsx';
import classes from '../tabs.module.css';

/** The superadmin's statistics: the number of accounts of each role. */
export function AccountCards() {
  return (
    <Loaded
      query={useQuery({ ...query(getAccountStats), ...figures })}
      fallback="Error al obtener estadísticas"
      errorText="No pudimos traer las estadísticas."
      loading={<LoadingStatus text="Cargando estadísticas..." />}
    >
      {stats => <Cards stats={stats} />}
    </Loaded>
  );
}

function Cards({ stats }: { stats: AccountStats }) {
  return (
    <dl className={classes.cards}>
      {cards.map(({ count, name, text, Icon, colour }) => (
        <div key={name} className={`card ${classes.card} ${classes[colour]}`}>
          <dt className={`row strong ${classes.role}`}>
            <Icon size={26} aria-hidden />
            <span>{name}</span>
          </dt>
          <dd className={classes.count}>{digits(stats[count])}</dd>
          <dd className={`soft ${classes.means}`}>{text}</dd>
          {count === 'totalAdmins' && (
            <dd className={classes.next}>
              <Link
                to="/admin-dashboard"
                search={{ tab: 'administradores' }}
                aria-label="Gestionar administradores"
                className="target link"
              >
                Gestionar
              </Link>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

interface Card {
  readonly count: keyof AccountStats;
  readonly name: string;
  readonly text: string;
  readonly Icon: typeof IconCrown;
  readonly colour: 'purple' | 'forest' | 'sky' | 'maize';
}

/** Spec 001 section 2.7, which does not specify the text of the users' card. */
const cards: readonly Card[] = [
  {
    count: 'totalSuperAdmins',
    name: 'Super Admins',
    text: 'Acceso completo al sistema',
    Icon: IconCrown,
    colour: 'purple',
  },
  {
    count: 'totalAdmins',
    name: 'Administradores',
    text: 'Acceso administrativo limitado',
    Icon: IconShieldCheck,
    colour: 'forest',
  },
  {
    count: 'totalUsers',
    name: 'Usuarios',
    text: 'Organizan actividades y asisten a ellas',
    Icon: IconUsers,
    colour: 'sky',
  },
  {
    count: 'totalAccounts',
    name: 'Total de Cuentas',
    text: 'Todos los roles',
    Icon: IconSum,
    colour: 'maize',
  },
];
