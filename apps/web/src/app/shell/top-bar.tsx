import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { User } from '@minga/contract/session';
import {
  IconAffiliate,
  IconCompass,
  IconLogin2,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconPlus,
  IconShieldCog,
  IconSun,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { InitialBadge, initialOf } from '../../components/brand/initial-badge.tsx';
import { Logo } from '../../components/brand/logo.tsx';
import { usePopover } from '../../components/dialog/use-popover.ts';
import barPanel from '../../components/page/bar-panel.module.css';
import { useLogout } from '../../features/accounts/session/session.ts';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useClientValue } from '../../lib/use-client-value.ts';
import { exactMatch, places } from './places.ts';
import classes from './shell.module.css';
import { menuEntry } from './slots.ts';

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

const PANEL = 'menu-de-cuenta';

/** The menu's button, which shows the user's initial or, for visitors on phones, three lines. */
function AccountMenu({ user }: { user: User | null | undefined }) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  usePopover({ panel, opener });

  return (
    <>
      <button
        ref={opener}
        type="button"
        popoverTarget={PANEL}
        className={user ? classes.initial : classes.lines}
        aria-label={user ? `Menú de ${user.username}` : 'Menú'}
      >
        {user ? initialOf(user.username) : <IconMenu2 size={26} aria-hidden />}
      </button>
      <div id={PANEL} ref={panel} popover="auto" className={`card ${barPanel.panel} ${classes.panel}`}>
        <AccountPanel user={user} />
      </div>
    </>
  );
}

/** The menu's entries: on phones those of the top bar, and those of the account once the session is known. */
function AccountPanel({ user }: { user: User | null | undefined }) {
  return user ? <MemberEntries user={user} /> : <GuestEntries isKnown={user === null} />;
}

function MemberEntries({ user }: { user: User }) {
  const logout = useLogout();
  return (
    <>
      <div className={classes.person}>
        <InitialBadge name={user.username} isOwn />
        <div className={classes.facts}>
          <p className={classes.name}>{user.username}</p>
          <p>{user.email}</p>
          {user.phone && <p>{user.phone}</p>}
        </div>
      </div>
      <nav aria-label="Menú" className={classes.places}>
        {places.map(({ to, name, Icon }) => (
          <Link key={to} to={to} activeOptions={exactMatch} className={classes.entry}>
            <Icon size={22} aria-hidden />
            <span>{name}</span>
          </Link>
        ))}
      </nav>
      <Link to="/profile" activeOptions={exactMatch} className={classes.entry}>
        <IconUserCircle size={22} aria-hidden />
        Mi perfil
      </Link>
      {user.role !== 'user' && (
        <Link to="/admin-dashboard" activeOptions={exactMatch} className={classes.entry}>
          <IconShieldCog size={22} aria-hidden />
          <span>{user.role === 'superadmin' ? 'Panel Admin' : 'Administración'}</span>
        </Link>
      )}
      <ColorSchemeEntry className={`${classes.entry} ${classes.phone}`} />
      {menuEntry.useContent()}
      <HelpEntry className={classes.entry} />
      <button
        type="button"
        className={classes.entry}
        aria-disabled={logout.isPending || undefined}
        onClick={() => {
          if (!logout.isPending) logout.mutate();
        }}
      >
        <IconLogout size={22} aria-hidden />
        Cerrar Sesión
      </button>
    </>
  );
}

function GuestEntries({ isKnown }: { isKnown: boolean }) {
  return (
    <>
      <nav aria-label="Menú">
        <Link to="/actividades" activeOptions={exactMatch} className={classes.entry}>
          <IconCompass size={22} aria-hidden />
          Ver actividades
        </Link>
        <Link to="/colectivos" activeOptions={exactMatch} className={classes.entry}>
          <IconAffiliate size={22} aria-hidden />
          Colectivos
        </Link>
        {isKnown && (
          <>
            <Link to="/login" className={classes.entry}>
              <IconLogin2 size={22} aria-hidden />
              Iniciar sesión
            </Link>
            <Link to="/register" className={classes.entry}>
              <IconUserPlus size={22} aria-hidden />
              Crear cuenta
            </Link>
          </>
        )}
      </nav>
      <ColorSchemeEntry className={`${classes.entry}`} />
      {menuEntry.useContent()}
      <HelpEntry className={classes.entry} />
    </>
  );
}

/** Toggles light and dark; the system decides until the first use. */
function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useClientValue(useComputedColorScheme('light') === 'dark', false);
  return {
    label: isDark ? 'Usar tema claro' : 'Usar tema oscuro',
    toggle: () => setColorScheme(isDark ? 'light' : 'dark'),
  };
}

/** The icon of the other scheme. */
const SchemeIcon = () => (
  <>
    <IconMoon size={22} className={classes.moon} aria-hidden />
    <IconSun size={22} className={classes.sun} aria-hidden />
  </>
);

function ColorSchemeSwitch() {
  const { label, toggle } = useSchemeSwitch();
  return (
    <ActionIcon color="forest" aria-label={label} onClick={toggle}>
      <SchemeIcon />
    </ActionIcon>
  );
}

/** The switch as a menu entry. */
function ColorSchemeEntry({ className }: { className: string }) {
  const { label, toggle } = useSchemeSwitch();
  return (
    <button type="button" className={className} onClick={toggle}>
      <SchemeIcon />
      <span>{label}</span>
    </button>
  );
}

/** Links to the manual, whose pages are separate documents. */
const HelpEntry = ({ className }: { className: string | undefined }) => (
  <a href="/ayuda" className={className}>
    <span className={`centred ${classes.sign}`} aria-hidden>
      ?
    </span>
    Ayuda
  </a>
);
