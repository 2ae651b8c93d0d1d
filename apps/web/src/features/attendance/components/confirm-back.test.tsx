import { checkAttendance, checkAttendances } from '@minga/contract/attendance';
import { confirmAttendance } from '@minga/contract/confirmation';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { ownState } from '../../../../test/own-state.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, respond } from '../../../../test/server.ts';
import { AttendanceButton } from './attendance-button.tsx';

const NAME = 'Confirmar asistencia';
const nameField = () => screen.getByLabelText<HTMLInputElement>('Nombre');

/** The open form above a page that has another before it. */
async function open() {
  let isAttending = false;
  const activity = anActivity();
  declareResponses({
    ...respond(checkAttendances, () => ({
      body: { attending: isAttending ? [activity._id] : [], arrived: [] },
    })),
    ...respond(checkAttendance, () => ({ body: ownState(isAttending ? 'confirmed' : null) }), {
      taskId: activity._id,
    }),
    ...respond(confirmAttendance, () => {
      isAttending = true;
      return { status: 201, body: aParticipant(1, { name: 'Rosa', email: 'rosa@example.org' }) };
    }),
  });
  const { router } = await renderInRouter(<AttendanceButton activity={activity} viewer={null} />);
  await router.navigate({ to: '/actividades' as never });
  await reopen();
  return router;
}

async function reopen() {
  await userEvent.click(await screen.findByRole('button', { name: 'Asistir a actividad' }));
  await screen.findByRole('dialog', { name: NAME });
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

test('the back button closes the form, not the page, and what was typed is there again', async () => {
  const router = await open();
  await userEvent.type(nameField(), 'Rosa');
  router.history.back();
  await closed();
  expect(router.state.location.pathname).toBe('/actividades');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Asistir a actividad' }));
  await reopen();
  expect(nameField().value).toBe('Rosa');
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  // Its label comes with the theme.
  ['the close button', () => userEvent.click(screen.getByRole('button', { name: '' }))],
  ['Cancel', () => userEvent.click(screen.getByRole('button', { name: 'Cancelar' }))],
  [
    'the confirmation',
    async () => {
      await userEvent.type(nameField(), 'Rosa');
      await userEvent.type(screen.getByLabelText('Correo electrónico'), 'rosa@example.org');
      await userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));
    },
  ],
])('after %s one step back leaves the page', async (_, close) => {
  const router = await open();
  await userEvent.type(nameField(), 'R');
  await userEvent.clear(nameField());
  await close();
  await closed();
  await waitFor(() => expect(router.state.location.state.dialog).toBeUndefined());
  expect(router.state.location.pathname).toBe('/actividades');
  router.history.back();
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});

test('a form that was cancelled starts empty again', async () => {
  await open();
  await userEvent.type(nameField(), 'Rosa');
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar' }));
  await closed();
  await reopen();
  expect(nameField().value).toBe('');
});
