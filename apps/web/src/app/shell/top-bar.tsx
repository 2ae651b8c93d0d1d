import type { User } from '@minga/contract/session';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Logo } from '../../components/logo.tsx';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ColorSchemeSwitch } from './color-scheme-switch.tsx';
import { exactMatch } from './exact-match.ts';
import classes from './top-bar.module.css';

interface Props {
  /** The signed-in user; null without a session, undefined while unknown. */
  user: User | null | undefined;
}

/** The top bar (docs/rules.md R7.7). On phones it has the logo and the menu, which contains the same entries. */
export function TopBar({ user }: Props) {
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        {user ? (
          <Link to="/tasks" activeOptions={exactMatch} className={classes.logo}>
            <Logo />
          </Link>
        ) : (
          // The landing page is a separate document.
          <a href="/" className={classes.logo}>
            <Logo />
          </a>
        )}
        {user !== undefined && (
          <nav aria-label="Principal" className={user ? classes.links : classes.guestLinks}>
            {user ? <MemberLinks /> : <GuestLinks />}
          </nav>
        )}
        <div className={classes.scheme}>
          <ColorSchemeSwitch />
        </div>
        {user === null && (
          <Link to="/register" className={classes.join}>
            Únete
          </Link>
        )}
        {user && <NotificationBell key={user._id} userId={user._id} />}
        <AccountMenu user={user} />
      </div>
    </header>
  );
}

const link = { className: classes.link, activeOptions: exactMatch };

/** The places of the bottom navigation. */
const MemberLinks = () => (
  <>
    <Link to="/actividades" {...link}>
      Explorar
    </Link>
    <Link to="/colectivos" {...link} className={`${classes.link} ${classes.wide}`}>
      Colectivos
    </Link>
    <Link to="/tasks/voy-a-ir" {...link} className={`${classes.link} ${classes.wide}`}>
      Voy a ir
    </Link>
    <Link to="/tasks" {...link}>
      Mis actividades
    </Link>
    <Link to="/add-task" className={classes.create}>
      <IconPlus size={20} aria-hidden />
      Crear Actividad
    </Link>
  </>
);

const GuestLinks = () => (
  <>
    <Link to="/actividades" {...link}>
      Ver actividades
    </Link>
    <Link to="/colectivos" {...link}>
      Colectivos
    </Link>
    <Link to="/login" {...link}>
      Iniciar sesión
    </Link>
    <a href="/ayuda" className={classes.link}>
      Ayuda
    </a>
  </>
);
