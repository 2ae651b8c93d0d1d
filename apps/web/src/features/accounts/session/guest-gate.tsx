import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { sameOriginPath } from './return-path.ts';
import { useUser } from './session.ts';

interface Props {
  /** Where a signed-in user is redirected; only same-origin paths are followed. */
  returnPath?: string | undefined;
  children: ReactNode;
}

/** Guards screens for visitors: a signed-in user is redirected to `returnPath`, else to /tasks. */
export function GuestGate({ returnPath, children }: Props) {
  const router = useRouter();
  const isSignedIn = useUser() !== null;
  useEffect(() => {
    if (isSignedIn) router.history.replace(sameOriginPath(returnPath) ?? '/tasks');
  }, [isSignedIn, returnPath, router]);
  return isSignedIn ? <LoadingStatus text="Cargando…" /> : children;
}
