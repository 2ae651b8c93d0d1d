import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { IconLogout, IconMoon, IconPlus, IconShieldCog, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { InitialBadge, initialOf } from '../../components/brand/initial-badge.tsx';
import { Logo } from '../../components/brand/logo.tsx';
import { usePopover } from '../../components/dialog/use-popover.ts';
import barPanel from '../../components/page/bar-panel.module.css';
import { useLogout } from '../../features/accounts/session/session.ts';
import { LiveDot } from '../../features/notifications/notification-bell.tsx';
import { useClientValue } from '../../lib/use-client-value.ts';
import { agenda, collectives, creation, exactMatch, map, own, useReturnPath } from './places.ts';
import classes from './shell.module.css';
import { menuEntry } from './slots.ts';
import { HelpSign } from './tab-bar.tsx';

/** A visitor's top bar (docs/rules.md R7.7). While the session is unknown it has neither a visitor's nor a member's links. */
export const VisitorBar = ({ isKnown }: { isKnown: boolean }) => (
  <Bar
    // The landing page is a separate document.
    logo={
      <a href="/" className={classes.logo}>
        <Logo />
      </a>
    }
    links={isKnown && <VisitorLinks />}
  >
    {isKnown && <JoinLink />}
    <VisitorMenu />
  </Bar>
);

const JoinLink = () => (
  <Link to="/register" search={{ volver: useReturnPath() }} className={classes.join}>
    Únete
  </Link>
);

interface MemberBarProps {
  user: User;
  isConnected: boolean | null;
  bell: ReactNode;
}

/** A member's top bar (docs/rules.md R7.7). On phones it has the logo and the menu, and the bell where there is no tab bar with it. */
export const MemberBar = ({ user, isConnected, bell }: MemberBarProps) => (
  <Bar
    logo={
      <Link to={own.to} activeOptions={exactMatch} className={classes.logo}>
        <Logo />
      </Link>
    }
    links={<MemberLinks />}
  >
    {bell}
    <MemberMenu user={user} isConnected={isConnected} />
  </Bar>
);

interface BarProps {
  logo: ReactNode;
  links: ReactNode;
  children: ReactNode;
}

const Bar = ({ logo, links, children }: BarProps) => (
  <header className={classes.bar}>
    <div className={classes.inner}>
      {logo}
      {links && (
        <nav aria-label="Principal" className={classes.links}>
          {links}
        </nav>
      )}
      <div className={classes.scheme}>
        <ColorSchemeSwitch />
      </div>
      {children}
    </div>
  </header>
);

interface BarLinkProps {
  place: { readonly to: NonNullable<LinkProps['to']>; readonly name: string };
  search?: { readonly volver?: string | undefined };
  className?: string;
}

const BarLink = ({ place: { to, name }, search = {}, className = '' }: BarLinkProps) => (
  <Link to={to} search={search} activeOptions={exactMatch} className={`${classes.link} ${className}`}>
    {name}
  </Link>
);

const MemberLinks = () => (
  <>
    <BarLink place={agenda} />
    <BarLink place={map} className={`needs-ground ${classes.wide}`} />
    <BarLink place={collectives} className={`${classes.wide}`} />
    <BarLink place={own} />
    <Link to={creation.to} className={classes.create}>
      <IconPlus size={20} aria-hidden />
      <span>{creation.name}</span>
    </Link>
  </>
);

const VisitorLinks = () => (
  <>
    <BarLink place={agenda} />
    <BarLink place={map} className={`needs-ground ${classes.wide}`} />
    <BarLink place={collectives} />
    <a href="/ayuda" className={classes.link}>
      Ayuda
    </a>
    <BarLink place={{ to: '/login', name: 'Iniciar sesión' }} search={{ volver: useReturnPath() }} />
  </>
);

const PANEL = 'menu-de-cuenta';

interface MenuProps {
  /** The attributes of the button. */
  opener: ComponentProps<'button'>;
  children: ReactNode;
}

/** A panel with entries, and its button. */
function Menu({ opener, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  usePopover(panel);
  return (
    <>
      <button type="button" popoverTarget={PANEL} {...opener} />
      <div id={PANEL} ref={panel} popover="auto" className={`card ${barPanel.panel} ${classes.panel}`}>
        {children}
      </div>
    </>
  );
}

/** For what the bars have no room for: the visitor's own attendances, the scheme, and the saving of data. */
const VisitorMenu = () => (
  <Menu opener={{ className: classes.lines, 'aria-label': 'Menú' }}>
    <Entry place={{ to: '/mi-asistencia', name: 'Mi asistencia', Icon: own.Icon }} />
    <ColorSchemeEntry className={`${classes.entry}`} />
    {menuEntry.useContent()}
  </Menu>
);

interface EntryProps {
  place: BarLinkProps['place'] & { readonly Icon: typeof IconPlus };
  className?: string;
}

const Entry = ({ place: { to, name, Icon }, className = '' }: EntryProps) => (
  <Link to={to} activeOptions={exactMatch} className={`${classes.entry} ${className}`}>
    <Icon size={22} aria-hidden />
    <span>{name}</span>
  </Link>
);

/**
 * Opened by the user's initial, which also shows the state of the live connection, because it is in view on every screen. The
 * places are those that the bar has no room for.
 */
function MemberMenu({ user, isConnected }: Omit<MemberBarProps, 'bell'>) {
  const logout = useLogout();
  const statusId = useId();
  return (
    <Menu
      opener={{
        className: classes.initial,
        'aria-label': `Menú de ${user.username}`,
        'aria-describedby': isConnected === null ? undefined : statusId,
        children: (
          <>
            <span>{initialOf(user.username)}</span>
            <LiveDot id={statusId} isConnected={isConnected} />
          </>
        ),
      }}
    >
      <div className={classes.person}>
        <InitialBadge name={user.username} isOwn />
        <div className={classes.facts}>
          <p className={classes.name}>{user.username}</p>
          <p>{user.email}</p>
          {user.phone && <p>{user.phone}</p>}
        </div>
      </div>
      <nav aria-label="Menú" className={classes.places}>
        <Entry place={own} className={`${classes.phone}`} />
        <Entry place={creation} className={`${classes.phone}`} />
        <Entry place={collectives} className={`${classes.tablet}`} />
      </nav>
      <Entry place={{ to: '/profile', name: 'Mi perfil', Icon: IconUserCircle }} />
      {user.role !== 'user' && (
        <Entry
          place={{
            to: '/admin-dashboard',
            name: user.role === 'superadmin' ? 'Panel Admin' : 'Administración',
            Icon: IconShieldCog,
          }}
        />
      )}
      <ColorSchemeEntry className={`${classes.entry} ${classes.phone}`} />
      {menuEntry.useContent()}
      <a href="/ayuda" className={classes.entry}>
        <HelpSign />
        Ayuda
      </a>
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
    </Menu>
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
