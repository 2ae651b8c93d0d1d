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
import { type ReactNode, useId } from 'react';
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

/** The navigation of the activities area (docs/rules.md R3), followed by `children`. */
export function ActivitiesSidebar({ children }: { children?: ReactNode }) {
  const id = useId();
  return (
    <div className={classes.sidebar}>
      <nav aria-labelledby={id}>
        <p id={id} className={`soft small strong ${classes.sidebarTitle}`}>
          Actividades solidarias
        </p>
        <ul className={classes.links}>
          {screens.map(({ to, name, Icon }) => (
            <li key={to}>
              <Link
                to={to}
                activeOptions={{ exact: true, includeSearch: false }}
                className={`row card ${classes.link}`}
              >
                <Icon size={22} aria-hidden />
                <span>{name}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
