import { afterEach, expect, test, vi } from 'vitest';
import { declareResponses } from '../../test/server.ts';
import { installPrompt } from '../lib/install-prompt.ts';
import { createQueryClient } from '../lib/server/query-client.ts';
import { scheduleDeferredStart } from './deferred-start.ts';
// Loads the code, so that the test waits for its start only.
import './installed/after-start.tsx';

/** The start replaces this callback. */
const isStarted = () => installPrompt.onChange !== initial;
const initial = () => {};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  delete document.documentElement.dataset.offlineShell;
});

test.each([
  ['a service worker has cached the code', false],
  ['the page is the offline shell', true],
])('starts without the delay where %s', async (_, isOfflineShell) => {
  declareResponses({});
  const serviceWorker = { controller: isOfflineShell ? null : {} };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  if (isOfflineShell) document.documentElement.dataset.offlineShell = '';
  installPrompt.onChange = initial;
  scheduleDeferredStart(createQueryClient());
  await expect.poll(isStarted).toBe(true);
});
