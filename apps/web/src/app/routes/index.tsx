import { createFileRoute } from '@tanstack/react-router';
import { LandingPage } from '../landing/landing-page.tsx';

/** In production the server answers '/' with the prerendered page; this is the same one during development. */
export const Route = createFileRoute('/')({
  component: () => <LandingPage year={new Date().getFullYear()} />,
});
