import { createFileRoute } from '@tanstack/react-router';
import { lazy } from 'react';
import { NotFoundPage } from '../../not-found-page.tsx';

/** All domain-free components, for developers; not part of a production build. */
const Gallery = import.meta.env.DEV ? lazy(() => import('../../gallery/gallery-page.tsx')) : NotFoundPage;

export const Route = createFileRoute('/_shell/galeria')({ component: () => <Gallery /> });
