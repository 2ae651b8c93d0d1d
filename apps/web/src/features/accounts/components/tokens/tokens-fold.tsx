import { lazy } from 'react';
import { LazyFold } from '../../../../components/form/lazy-fold.tsx';

// Only programmers open it.
const TokensPanel = lazy(() =>
  import('./tokens-panel.tsx').then(module => ({ default: module.TokensPanel })),
);

/** The API tokens, loaded once the fold is opened: the list may ask for a proof of identity. */
export const TokensFold = () => (
  <LazyFold title="Ver y crear tokens">
    <TokensPanel />
  </LazyFold>
);
