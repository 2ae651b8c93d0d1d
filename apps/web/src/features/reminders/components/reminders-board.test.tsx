import { listOwnAttendances } from '@minga/contract/attendance';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderPiece } from '../../../../test/render.tsx';
import { declareResponses, respond } from '../../../../test/server.ts';
import { announceReload } from '../../../lib/reload-ahead.ts';
import { RemindersBoard } from './reminders-board.tsx';

const COMING = anActivity({ _id: '01930000-0000-7000-8000-000000000001', title: 'Minga' });
const CONFIGURED = anActivity({ _id: '01930000-0000-7000-8000-000000000002', title: 'Olla' });
const PAST = anActivity({
  _id: '01930000-0000-7000-8000-000000000003',
  title: 'Sancocho',
  date: '2026-01-05T14:00:00.000Z',
});
// Later on the day of the test, in Bogotá.
const TODAY = anActivity({
  _id: '01930000-0000-7000-8000-000000000005',
  title: 'Velada',
  date: '2026-12-06T01:00:00.000Z',
});
const REMINDER = {
  _id: '01980000-0000-7000-8000-000000000002',
  task: CONFIGURED,
  daysBefore: 3,
  createdAt: '2026-11-01T10:00:00.000Z',
};

function show(taskId?: string, confirmed = [COMING, CONFIGURED, PAST, TODAY]) {
  declareResponses(
    respond(listOwnAttendances, {
      body: confirmed.map((task, index) => ({ ...aParticipant(index), task })),
    }),
  );
  renderPiece(
    <RemindersBoard
      userId="ana"
      reminders={[REMINDER]}
      taskId={taskId}
      onChoose={async () => {}}
      own={[]}
      ownError={null}
    />,
  );
}

test.each([
  ['past', PAST, 'Advertencia: Esta actividad ya pasó, la notificación no se enviará.'],
  ['today', TODAY, 'Advertencia: Esta actividad es hoy, el recordatorio no se enviará.'],
  [
    'configured',
    CONFIGURED,
    'Ya tienes un recordatorio de esta actividad: cambia sus días en Notificaciones Activas.',
  ],
])('warns if the activity of the URL is %s', async (_, chosen, text) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-05T15:00:00.000Z') });
  onTestFinished(() => void vi.useRealTimers());
  show(chosen._id);
  expect(await screen.findByText(text)).toBeTruthy();
});

test('does not report invalid text in the number field as missing', async () => {
  show(COMING._id);
  await screen.findByDisplayValue('Minga');
  const field = screen.getByRole('spinbutton', { name: 'Días de Anticipación' });
  // The validity that browsers report for 'e', which jsdom does not implement.
  Object.defineProperty(field, 'validity', { value: { badInput: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Guardar Configuración' }));
  expect(await screen.findByText(/entre 1 y 30\.$/)).toBeTruthy();
});

test('the form is before the list, and says before saving that a past moment is sent at once', async () => {
  show(COMING._id);
  const field = await screen.findByLabelText('Días de Anticipación');
  const list = screen.getByRole('heading', { name: 'Notificaciones Activas' });
  expect(field.compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  await userEvent.type(field, '1');
  expect(screen.queryByText(/^Ese momento ya pasó/)).toBeNull();
  vi.setSystemTime(new Date(COMING.date).getTime() - 36 * 3_600_000);
  await userEvent.clear(field);
  await userEvent.type(field, '2');
  expect(await screen.findByText(/^Ese momento ya pasó: si guardas/)).toBeTruthy();
});

test('restores the number of days after a reload for a new version', async () => {
  show(COMING._id);
  await userEvent.type(await screen.findByLabelText('Días de Anticipación'), '12');
  announceReload();
  cleanup();
  show(COMING._id);
  expect(await screen.findByDisplayValue('12')).toBeTruthy();
});
