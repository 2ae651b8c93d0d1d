import type { User } from '@minga/contract/session';
import { IconMenu2 } from '@tabler/icons-react';
import { useRef } from 'react';
import barPanel from '../../components/bar-panel.module.css';
import { initialOf } from '../../components/initial-badge.tsx';
import { usePopover } from '../../components/use-popover.ts';
import classes from './account-menu.module.css';
import { AccountPanel } from './account-panel.tsx';

const PANEL = 'menu-de-cuenta';

/** The menu's button, which shows the user's initial or, for visitors on phones, three lines. */
export function AccountMenu({ user }: { user: User | null | undefined }) {
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
      <div id={PANEL} ref={panel} popover="auto" className={`${barPanel.panel} ${classes.panel}`}>
        <AccountPanel user={user} />
      </div>
    </>
  );
}
