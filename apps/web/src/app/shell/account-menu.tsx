import type { User } from '@minga/contract/accounts';
import { IconMenu2 } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { initialOf } from '../../components/initial.ts';
import classes from './account-menu.module.css';
import { AccountPanel } from './account-panel.tsx';

const PANEL = 'menu-de-cuenta';

/**
 * Opens the menu: with a session the initial of who is signed in, without one (on phones) three lines. The native
 * popover brings light dismissal, Escape, the button's expanded state and the return of the focus.
 */
export function AccountMenu({ user }: { user: User | null | undefined }) {
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const router = useRouter();

  // A menu that was used has done its work. (Browsers before 2024 have no popover: there it is simply not there.)
  useEffect(
    () => router.subscribe('onBeforeNavigate', () => void panel.current?.togglePopover?.(false)),
    [router],
  );

  // A press beside it closes the popover by itself; of the focus that moves on it takes no notice.
  useEffect(() => {
    const closeWhenLeft = ({ target }: FocusEvent) => {
      const isInside = target === opener.current || panel.current?.contains(target as Node);
      if (!isInside) panel.current?.togglePopover?.(false);
    };
    document.addEventListener('focusin', closeWhenLeft);
    return () => document.removeEventListener('focusin', closeWhenLeft);
  }, []);

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
      <div id={PANEL} ref={panel} popover="auto" className={classes.panel}>
        <AccountPanel user={user} />
      </div>
    </>
  );
}
