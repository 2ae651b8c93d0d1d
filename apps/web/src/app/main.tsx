import '../theme/fonts.css';
import '../theme/mantine.css';
import '../theme/tokens.css';
import '../theme/print.css';
import './first-paint.css';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loseSession, sessionQuery } from '../features/accounts/api/session.ts';
import { reportMissingCode } from '../lib/missing-code.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { learnSession, takeFirstData } from './first-data.ts';
import { LiveConnection } from './live-connection.tsx';
import { Providers } from './providers.tsx';
import { createAppRouter } from './router.tsx';
import { takeOver } from './take-over.tsx';

let isCodeMissing = false;
addEventListener('vite:preloadError', event => {
  isCodeMissing = true;
  reportMissingCode(event);
});

const queryClient = createQueryClient(() => loseSession(queryClient));
const isPainted = takeFirstData(queryClient);
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
  // Not awaited here: the screens' files wait for this one.
  void begin();
} else {
  // Asked for at once, while the page's own code is still on its way.
  void queryClient.prefetchQuery(sessionQuery);
  createRoot(rootElement()).render(app);
}

/** The screen's own code first: what is painted stays until the whole screen can take its place. */
async function begin(): Promise<void> {
  await router.load();
  // public/first-paint.js says so: a page that can be read is better than a screen that tells of a fault.
  if (isCodeMissing) {
    dispatchEvent(new Event('minga:missing-code'));
    return;
  }
  await learnSession(queryClient);
  takeOver(rootElement(), app);
}

function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  return root;
}
