import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { answerWith, maria } from '../../../../test/server.ts';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';

test('confirming three times in one moment confirms once, and the button keeps the focus', async () => {
  const sent = answerWith({ 'POST /attendances/confirm': () => new Promise(() => {}) });
  const viewer = { username: maria.username, email: maria.email };
  await renderInRouter(
    <ConfirmAttendanceDialog
      activity={anActivity()}
      viewer={viewer}
      isOpen
      onClose={vi.fn()}
      onConfirmed={vi.fn()}
    />,
  );
  const button = await screen.findByRole('button', { name: 'Confirmar' });
  button.focus();
  act(() => {
    for (let press = 0; press < 3; press += 1) button.click();
  });

  await waitFor(() => expect(button.textContent).toBe('Confirmando...'));
  expect(document.activeElement).toBe(button);
  expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
