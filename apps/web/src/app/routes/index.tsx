import { createFileRoute, redirect } from '@tanstack/react-router';
import { lazy } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';

/** The server answers '/' itself; this shows the page while one works on it. */
const Landing = import.meta.env.DEV ? lazy(() => import('../landing/landing-preview.tsx')) : NotFoundPage;

export const Route = createFileRoute('/')({
  beforeLoad: () => {
    // Without a network the app may be opened here: its own first page is the catalogue.
    if (!import.meta.env.DEV) throw redirect({ to: '/actividades' });
  },
  component: () => <Landing />,
});
