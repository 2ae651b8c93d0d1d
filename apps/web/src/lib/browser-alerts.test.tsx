import { expect, onTestFinished, test, vi } from 'vitest';
import { showAlert } from './browser-alerts.ts';

const ALERT = { id: 'a1', title: 'Recordatorio', message: 'Mañana es la minga', taskId: 'b2' };
const OPTIONS = {
  body: 'Mañana es la minga',
  tag: 'a1',
  icon: '/icon.svg',
  lang: 'es',
  data: { url: '/actividades/b2' },
};

/** A browser with this permission; what its pages and its service worker show. */
function browser(permission: NotificationPermission, hasWorker: boolean) {
  const seen = { byPage: [] as unknown[][], byWorker: [] as unknown[][] };
  class PageNotification {
    static permission = permission;
    constructor(...shown: unknown[]) {
      seen.byPage.push(shown);
    }
  }
  const registration = {
    active: {},
    showNotification: async (...shown: unknown[]) => void seen.byWorker.push(shown),
  };
  vi.stubGlobal('Notification', PageNotification);
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => (hasWorker ? registration : undefined) },
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return seen;
}

test.each([
  ['the service worker', true, { byPage: [], byWorker: [['Recordatorio', OPTIONS]] }],
  ['the page, before there is one', false, { byPage: [['Recordatorio', OPTIONS]], byWorker: [] }],
])('a notification is shown by %s, also while the page is visible', async (_, hasWorker, expected) => {
  const seen = browser('granted', hasWorker);
  expect(document.hidden).toBe(false);
  await showAlert(ALERT);
  expect(seen).toMatchObject(expected);
});

test.each(['denied', 'default'] as const)('nothing is shown with permission %s', async permission => {
  const seen = browser(permission, true);
  await showAlert(ALERT);
  expect(seen).toMatchObject({ byPage: [], byWorker: [] });
});
