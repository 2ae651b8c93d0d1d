import '../theme/fonts.css';
import '../theme/mantine.css';
import '../theme/tokens.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loseSession, sessionQuery } from '../features/accounts/api/session.ts';
import { reportMissingCode } from '../lib/missing-code.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

addEventListener('vite:preloadError', reportMissingCode);

const queryClient = createQueryClient(() => loseSession(queryClient));
// Asked for at once, while the page's own code is still on its way.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <Providers queryClient={queryClient}>
      <RouterProvider router={createAppRouter()} />
    </Providers>
  </StrictMode>,
);
