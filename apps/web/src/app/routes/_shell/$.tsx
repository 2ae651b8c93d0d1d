import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../../not-found-page.tsx';

/** Every address that no other route answers, within the shell. */
export const Route = createFileRoute('/_shell/$')({ component: NotFoundPage });
