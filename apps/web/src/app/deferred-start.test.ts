import { afterEach, expect, test, vi } from 'vitest';
import { answerWith } from '../../test/server.ts';
import { installPrompt } from '../lib/install-prompt.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { scheduleDeferredStart } from './deferred-start.ts';
// Its code is there already: what is waited for is its beginning alone.
import './installed/after-start.tsx';

/** What is begun says so here among other places. */
const isBegun = () => installPrompt.onChange !== notBegun;
const notBegun = () => {};

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  delete document.documentElement.dataset.offlineShell;
});

test.each([
  ['its code is in the browser already', false],
  ['the page stands in for the server’s', true],
])('nobody waits where %s: also what is seen for a moment is kept', async (_, isStoodIn) => {
  answerWith({});
  const serviceWorker = { controller: isStoodIn ? null : {} };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  if (isStoodIn) document.documentElement.dataset.offlineShell = '';
  installPrompt.onChange = notBegun;
  scheduleDeferredStart(createQueryClient());
  await expect.poll(isBegun).toBe(true);
});
