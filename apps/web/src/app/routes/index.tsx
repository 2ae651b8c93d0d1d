import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';

/** The server renders '/' itself; this route shows the page in development. */
const Landing = import.meta.env.DEV ? lazy(() => import('../landing/landing-page.tsx')) : NotFoundPage;

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    // Offline the app may be opened here; the catalogue is its start page.
    if (!import.meta.env.DEV) throw redirect({ to: '/actividades' });
  },
  component: () => <Landing />,
});
