import {
  IconBellPlus,
  IconCalendarHeart,
  IconHeartHandshake,
  IconListDetails,
  IconListSearch,
  IconSpeakerphone,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useRef } from 'react';
import rowClasses from '../../../components/page/tab-row.module.css';
import { useTabRow } from '../../../components/page/use-tab-row.ts';
import classes from './own-activities.module.css';

const screens = [
  { to: '/tasks', name: 'Mis Actividades', Icon: IconCalendarHeart },
  { to: '/tasks/voy-a-ir', name: 'Voy a ir', Icon: IconHeartHandshake },
  { to: '/tasks/lista', name: 'Lista de Actividades', Icon: IconListDetails },
  { to: '/tasks/buscar', name: 'Buscar y Filtrar Actividad', Icon: IconListSearch },
  { to: '/tasks/promocionadas', name: 'Promocionadas', Icon: IconSpeakerphone },
  { to: '/tasks/notificaciones', name: 'Configurar Notificaciones', Icon: IconBellPlus },
  { to: '/tasks/asistencia', name: 'Gestionar Asistencia', Icon: IconUsersGroup },
] as const;

/** The parts of a name that a chip on a phone leaves out. */
const LONG = /^Configurar |^Gestionar | de Actividades| y .+/;

/** The navigation of the activities area (docs/rules.md R3), followed by `children`: a sidebar, on phones a row of chips. */
export function ActivitiesSidebar({ children }: { children?: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  useTabRow(list, '');
  return (
    <div className={classes.sidebar}>
      <nav aria-labelledby={id}>
        <p id={id} className={`soft small strong ${classes.sidebarTitle}`}>
          Actividades solidarias
        </p>
        <ul ref={list} className={`${rowClasses.row} ${classes.links}`}>
          {screens.map(({ to, name, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                aria-label={name}
                activeOptions={{ exact: true, includeSearch: false }}
                className={`row card ${classes.link}`}
              >
                <Icon size={22} aria-hidden />
                <span className={classes.long}>{name}</span>
                <span className={classes.short}>{name.replace(LONG, '')}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
