import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { renderPiece } from '../../../../test/render.tsx';
import { AlertOffer } from './alert-offer.tsx';

const OFFER = 'Activar avisos del navegador';

/** A browser with this permission, before or after the request. */
function browser(permission: NotificationPermission, response: NotificationPermission = permission) {
  const notification = {
    permission,
    async requestPermission() {
      notification.permission = response;
      return response;
    },
  };
  vi.stubGlobal('Notification', notification);
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
