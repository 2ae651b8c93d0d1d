import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SessionGate } from '../../../features/accounts/session/session-gate.tsx';

/** All routes below require a session. */
export const Route = createFileRoute('/_shell/_member')({
  component: () => <SessionGate>{() => <Outlet />}</SessionGate>,
});
