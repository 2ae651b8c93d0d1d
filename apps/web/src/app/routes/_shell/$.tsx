import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { NotFoundPage } from '../../not-found-page.tsx';

/** Every URL that matches no other route, inside the shell. */
export const Route = createFileRoute('/_shell/$')({ component: UnmatchedPage });

const PlacePage = lazy(() => import('../../place-page.tsx').then(module => ({ default: module.PlacePage })));

/** The page of a place's code. A route of its own would add to the route tree, which every first screen loads. */
const PLACE = /^estoy\/([^/]+)\/?$/i;

function UnmatchedPage() {
  const { _splat = '' } = Route.useParams();
  const code = PLACE.exec(_splat)?.[1];
  if (code === undefined) return <NotFoundPage />;
  return (
    <Suspense>
      <PlacePage code={code} />
    </Suspense>
  );
}
