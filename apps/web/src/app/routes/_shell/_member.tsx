import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SessionGate } from '../../../features/accounts/components/session-gate.tsx';

/** Everything below needs a session. */
export const Route = createFileRoute('/_shell/_member')({
  component: () => <SessionGate>{() => <Outlet />}</SessionGate>,
});
