import type { User } from '@minga/contract/session';
import {
  IconAffiliate,
  IconCompass,
  IconLogin2,
  IconLogout,
  IconShieldCog,
  IconUserCircle,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { InitialBadge } from '../../components/initial-badge.tsx';
import { useLogout } from '../../features/accounts/session.ts';
import classes from './account-panel.module.css';
import { ColorSchemeEntry } from './color-scheme-switch.tsx';
import { exactMatch } from './exact-match.ts';
import { HelpEntry } from './help-entry.tsx';
import { places } from './places.ts';
import { menuEntry } from './slots.ts';

/** The menu's entries: on phones those of the top bar, and those of the account once the session is known. */
export function AccountPanel({ user }: { user: User | null | undefined }) {
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
