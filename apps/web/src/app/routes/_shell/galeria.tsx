import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { NotFoundPage } from '../../not-found-page.tsx';

/** The domain-free components at a glance, for those who build with them; a production build leaves the page out. */
const Gallery = import.meta.env.DEV ? lazy(() => import('../../gallery/gallery-page.tsx')) : NotFoundPage;

export const Route = createFileRoute('/_shell/galeria')({ component: () => <Gallery /> });
