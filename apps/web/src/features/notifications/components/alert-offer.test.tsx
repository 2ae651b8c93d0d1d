import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anEntry } from '../../../../test/entry.ts';
import { renderPiece } from '../../../../test/render.tsx';
import { showAlert } from '../browser-alerts.ts';
import { AlertOffer } from './alert-offer.tsx';

const OFFER = 'Activar avisos del navegador';

/** A browser with this permission, before or after the request. */
function browser(permission: NotificationPermission, response: NotificationPermission = permission) {
  const raised: unknown[][] = [];
  class BrowserNotification {
    static permission = permission;
    static async requestPermission() {
      BrowserNotification.permission = response;
      return response;
    }
    constructor(...given: unknown[]) {
      raised.push(given);
    }
  }
  vi.stubGlobal('Notification', BrowserNotification);
  return raised;
}

function hidePage(isHidden: boolean) {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  onTestFinished(() => hidden.mockRestore());
}

test.each([
  ['granted', /^Listo/],
  ['denied', /quedó sin permiso/],
] as const)('the browser asks when its owner wants it to: %s', async (response, words) => {
  browser('default', response);
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: OFFER }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test.each(['granted', 'denied'] as const)('an earlier decision (%s) hides the offer', permission => {
  browser(permission);
  renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
});

test('a declined offer, and a browser without notifications, hide the offer', async () => {
  const { unmount } = renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
  unmount();
  browser('default');
  renderPiece(<AlertOffer />).unmount();
  renderPiece(<AlertOffer />);
  await userEvent.click(screen.getByRole('button', { name: 'Ahora no' }));
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
  renderPiece(<AlertOffer />);
  expect(screen.queryByRole('button', { name: OFFER })).toBeNull();
});

test.each([
  ['granted', true, 1],
  ['granted', false, 0],
  ['denied', true, 0],
] as const)('with permission %s and the page hidden %s, %i are raised', (permission, isHidden, count) => {
  const raised = browser(permission);
  hidePage(isHidden);
  showAlert(anEntry());
  expect(raised).toHaveLength(count);
});
