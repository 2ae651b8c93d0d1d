import '../theme/fonts.css';
import '../theme/mantine.css';
import '../theme/tokens.css';
import '../theme/print.css';
import './first-paint.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handleSessionLoss, sessionQuery } from '../features/accounts/api/session.ts';
import { listenForInstallPrompt } from '../lib/install-prompt.ts';
import { reportMissingCode } from '../lib/missing-code.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { scheduleDeferredStart } from './deferred-start.ts';
import { LiveConnection } from './live-connection.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';

let isCodeMissing = false;
addEventListener('vite:preloadError', event => {
  isCodeMissing = true;
  reportMissingCode(event);
});

listenForInstallPrompt();
const queryClient = createQueryClient(() => handleSessionLoss(queryClient));
scheduleDeferredStart(queryClient);
if (document.getElementById('first-data')) {
  const start = { root: rootElement(), createApp, queryClient, isCodeMissing: () => isCodeMissing };
  // Not awaited here: the screens' files wait for this one. public/first-paint.js says what did not come.
  import('./start-painted.ts')
    .then(({ startPainted }) => startPainted(start))
    .catch(() => dispatchEvent(new Event('minga:missing-code')));
} else {
  // Asked for at once, while the page's own code is still on its way.
  void queryClient.prefetchQuery(sessionQuery);
  createRoot(rootElement()).render(createApp().app);
}

function createApp() {
  const router = createAppRouter();
  const app = (
    <StrictMode>
      <Providers queryClient={queryClient}>
        <LiveConnection />
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
  return { router, app };
}

function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  return root;
}
