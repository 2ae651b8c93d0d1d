import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { useUser } from '../api/session.ts';
import { ownPath } from '../return-path.ts';

interface Props {
  /** Where to go with a session; only paths of this site are followed. */
  wanted?: string | undefined;
  children: ReactNode;
}

/** Screens for people without a session; with one they go where they wanted to go, else to /tasks. */
export function GuestGate({ wanted, children }: Props) {
  const router = useRouter();
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isSignedIn) router.history.replace(ownPath(wanted) ?? '/tasks');
  }, [isSignedIn, wanted, router]);
  return isSignedIn ? <LoadingStatus text="Cargando…" /> : children;
}
