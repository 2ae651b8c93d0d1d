import { Skeleton } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Fold } from '../../../../components/form/fold.tsx';

// Only programmers open it.
const TokensPanel = lazy(() =>
  import('./tokens-panel.tsx').then(module => ({ default: module.TokensPanel })),
);

/** The API tokens, loaded once the fold is opened: the list may ask for a proof of identity. */
export function TokensFold() {
  const [wasOpened, setOpened] = useState(false);
  return (
    <Fold title="Ver y crear tokens" summary="" hasError={false} onOpen={() => setOpened(true)}>
      {wasOpened && (
        <Suspense fallback={<Skeleton height={92} />}>
          <TokensPanel />
        </Suspense>
      )}
    </Fold>
  );
}
