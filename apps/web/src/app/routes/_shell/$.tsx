import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../../not-found-page.tsx';

/** Every URL that matches no other route, inside the shell. */
export const Route = createFileRoute('/_shell/$')({ component: NotFoundPage });
