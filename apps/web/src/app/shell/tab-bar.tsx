import { IconUserCircle } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { agenda, collectives, creation, exactMatch, own, useReturnPath, useScreen } from './places.ts';
import classes from './shell.module.css';

/** The places within thumb's reach, on phones: those of members, in the middle the creation of an activity. */
export const MemberTabs = ({ bell }: { bell: ReactNode }) => (
  <TabBar>
    <Tab {...agenda} />
    <Tab {...collectives} />
    <Link
      to={creation.to}
      aria-label={creation.name}
      activeOptions={exactMatch}
      className={`${tabClass} ${classes.creation}`}
    >
      <creation.Icon size={28} aria-hidden />
      <span>Crear</span>
    </Link>
    <Tab {...own} name="Lo mío" />
    {bell}
  </TabBar>
);

/** The places of visitors, also rendered by the server. */
export const VisitorTabs = () => (
  <TabBar>
    <Tab {...agenda} />
    <Tab {...collectives} />
    <a href="/ayuda" className={tabClass}>
      <HelpSign />
      <span>Ayuda</span>
    </a>
    <Tab to="/login" search={{ volver: useReturnPath() }} name="Entrar" Icon={IconUserCircle} below={[]} />
  </TabBar>
);

const TabBar = ({ children }: { children: ReactNode }) => (
  <nav aria-label="Accesos rápidos" className={classes.tabs}>
    {children}
  </nav>
);

/** A tab, also of the button that opens the bell. */
export const tabClass = `stack soft strong plain ${classes.tab}`;

interface TabProps {
  to: NonNullable<LinkProps['to']>;
  search?: { readonly volver?: string | undefined };
  name: string;
  Icon: typeof IconUserCircle;
  /** The addresses whose screens the tab is marked on, and those below them. */
  below: readonly string[];
}

function Tab({ to, search = {}, name, Icon, below }: TabProps) {
  const screen = useScreen();
  const isHere = below.some(path => `${screen}/`.startsWith(`${path}/`));
  return (
    <Link
      to={to}
      search={search}
      activeOptions={exactMatch}
      className={tabClass}
      data-here={isHere || undefined}
    >
      <Icon size={24} aria-hidden />
      <span>{name}</span>
    </Link>
  );
}

/** Drawn in CSS: an icon component would add JavaScript to every first screen. */
export const HelpSign = () => (
  <span className={`centred ${classes.sign}`} aria-hidden>
    ?
  </span>
);
