import '../theme/fonts.css';
import '../theme/mantine.css';
import 'virtual:mantine-styles.css';
import '../theme/tokens.css';
import '../theme/layout.css';
import '../theme/print.css';
import './server-rendered.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { handleSessionLoss, sessionQuery } from '../features/accounts/session/session.ts';
import { reportMissingCode } from '../lib/errors/missing-code.ts';
import { listenForInstallPrompt } from '../lib/install-prompt.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { App } from './app.tsx';
import { scheduleDeferredStart } from './deferred-start.ts';
import { hydrateApp } from './hydrate-app.tsx';
import { isServerRendered } from './initial-data.ts';
import { createAppRouter } from './router.tsx';

let isCodeMissing = false;
addEventListener('vite:preloadError', event => {
  isCodeMissing = true;
  reportMissingCode(event);
});

listenForInstallPrompt();
const queryClient = createQueryClient(() => handleSessionLoss(queryClient));
scheduleDeferredStart(queryClient);
if (isServerRendered()) {
  // Not awaited: the screen's chunk waits for this module. public/missing-code.js reports what is missing.
  hydrateApp({ root: rootElement(), queryClient, isCodeMissing: () => isCodeMissing }).catch(() =>
    dispatchEvent(new Event('minga:missing-code')),
  );
} else {
  // Requested at once, while the screen's chunk is still loading.
  void queryClient.prefetchQuery(sessionQuery);
  createRoot(rootElement()).render(
    <StrictMode>
      <App router={createAppRouter()} queryClient={queryClient} />
    </StrictMode>,
  );
}

function rootElement(): HTMLElement {
  const root = document.getElementById('root');
  if (root === null) throw new Error('no #root');
  return root;
}
