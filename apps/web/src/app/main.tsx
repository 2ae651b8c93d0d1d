import '../theme/fonts.css';
import '../theme/mantine.css';
import '../theme/tokens.css';
import './first-paint.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loseSession, sessionQuery } from '../features/accounts/api/session.ts';
import { reportMissingCode } from '../lib/missing-code.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { takeFirstData } from './first-data.ts';
import { LiveConnection } from './live-connection.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { takeOver } from './take-over.tsx';

addEventListener('vite:preloadError', reportMissingCode);

const queryClient = createQueryClient(() => loseSession(queryClient));
const isPainted = takeFirstData(queryClient);
// Asked for at once, while the page's own code is still on its way.
void queryClient.prefetchQuery(sessionQuery);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
const router = createAppRouter();
const app = (
  <StrictMode>
    <Providers queryClient={queryClient}>
      <LiveConnection />
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>
);
if (isPainted) {
  // The screen's own code first: what is painted stays until the whole screen can take its place. Not awaited here: the
  // screens' files wait for this one.
  void router.load().then(() => takeOver(root, app));
} else {
  createRoot(root).render(app);
}
