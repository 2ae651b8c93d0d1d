import { lazy, Suspense, useState } from 'react';
import type { Filters } from './api.ts';
import { isSavable, withoutPoint } from './model.ts';
import { SaveSearchTrigger, SignInTrigger } from './save-search-trigger.tsx';

const SaveSearch = lazy(() => import('./save-search.tsx'));

interface Props {
  filters: Filters;
  isSignedIn: boolean;
}

/** Offers to save the search. A visitor signs in first and comes back; only members load the code that saves. */
export function SaveSearchButton({ filters, isSignedIn }: Props) {
  // The search whose button was pressed before the code was loaded.
  const [pressed, setPressed] = useState<string>();
  if (!isSavable(filters)) return null;
  if (!isSignedIn) {
    const query = new URLSearchParams(JSON.parse(JSON.stringify(withoutPoint(filters)))).toString();
    const volver = query === '' ? '/actividades' : `/actividades?${query}`;
    return <SignInTrigger path={volver} />;
  }
  const key = JSON.stringify(filters);
  return (
    <Suspense fallback={<SaveSearchTrigger onClick={() => setPressed(key)} />}>
      <SaveSearch key={key} filters={filters} isPressed={pressed === key} />
    </Suspense>
  );
}
