import { checkAttendance } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { ownState } from '../../../../test/own-state.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, maria, respond } from '../../../../test/server.ts';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';

const unknown = { body: ownState(null) };

test('confirms once if the button is pressed three times, and keeps the focus', async () => {
  const sent = declareResponses({
    ...respond(checkAttendance, unknown, { taskId: anActivity()._id }),
    ...respond(confirmAttendance, () => new Promise(() => {})),
  });
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

const REMINDER = 'Recordármelo un día antes por correo';

/** The dialog for María, on a server that accepts the confirmation. */
async function show(changes: Parameters<typeof anActivity>[0] = {}) {
  const sent = declareResponses({
    ...respond(checkAttendance, unknown, { taskId: anActivity()._id }),
    ...respond(confirmAttendance, { status: 201, body: aParticipant(1) }),
  });
  const viewer = { username: maria.username, email: maria.email };
  const dialog = (
    <ConfirmAttendanceDialog
      activity={anActivity(changes)}
      viewer={viewer}
      isOpen
      onClose={vi.fn()}
      onConfirmed={vi.fn()}
    />
  );
  await renderInRouter(dialog);
  const confirm = await screen.findByRole('button', { name: 'Confirmar' });
  return { sent, confirm };
}

test.each([
  ['sends a requested reminder', true, { remind: true }],
  ['requests no reminder by default', false, {}],
])('%s', async (_, isWanted, wish) => {
  const { sent, confirm } = await show();
  const box = screen.getByRole('checkbox', { name: REMINDER });
  expect(box).toHaveProperty('checked', false);
  if (isWanted) await userEvent.click(box);
  await userEvent.click(confirm);
  const person = { name: maria.username, email: maria.email, clientId: expect.any(String) };
  const confirmation = () => sent.find(({ method }) => method === 'POST')?.body;
  await waitFor(() => expect(confirmation()).toEqual({ taskId: anActivity()._id, ...person, ...wish }));
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  ['says so instead of offering a reminder', 58, false],
  ['offers a reminder if it is too late to be asked', 56, true],
])('an activity that asks on the day before: %s', async (_, hours, isOffered) => {
  await show({ asksAgain: true, date: inHours(hours) });
  expect(screen.queryByRole('checkbox', { name: REMINDER }) !== null).toBe(isOffered);
  expect(screen.queryByText(/^La víspera/) !== null).toBe(!isOffered);
});

test('offers no reminder for an activity that starts within a day', async () => {
  await show({ date: inHours(23) });
  expect(screen.queryByRole('checkbox', { name: REMINDER })).toBeNull();
});
