import { confirmAttendance } from '@minga/contract/confirmation';
import type { Question } from '@minga/contract/questions';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { ownState } from '../../../../test/own-state.ts';
import { aParticipant } from '../../../../test/participant.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, visitor } from '../../../../test/server.ts';
import { ConfirmAttendanceDialog } from './confirm-attendance-dialog.tsx';

const [TOOL, SIZE, CAR] = ['c1', 'c2', 'c3'].map(end => `01930000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
  string,
];
const questions: Question[] = [
  { _id: TOOL, label: '¿Qué traes?', kind: 'text', options: [], required: true },
  { _id: SIZE, label: '¿Talla?', kind: 'choice', options: ['S', 'M'], required: false },
  { _id: CAR, label: '¿Carro?', kind: 'yesno', options: [], required: false },
];
const activity = anActivity({ questions });

async function show(response: Parameters<typeof respond<typeof confirmAttendance>>[1]) {
  const sent = declareResponses({
    ...visitor,
    ...respond(confirmAttendance, response),
    [`GET /attendances/check/${activity._id}`]: { body: ownState(null) },
  });
  await renderInRouter(
    <ConfirmAttendanceDialog
      activity={activity}
      viewer={null}
      isOpen
      onClose={() => {}}
      onConfirmed={() => {}}
    />,
  );
  return () => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
}

async function fillIn() {
  await userEvent.type(screen.getByLabelText('Nombre'), 'Luz');
  await userEvent.type(screen.getByLabelText('Correo electrónico'), 'luz@example.org');
}
const send = () => userEvent.click(screen.getByRole('button', { name: 'Confirmar' }));

test('the dialog asks what the organiser asks, and sends what was answered', async () => {
  const posts = await show({ status: 201, body: aParticipant(1) });
  await fillIn();
  await userEvent.type(screen.getByRole('textbox', { name: /¿Qué traes\?/ }), 'Una pala');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '¿Carro?' }), 'Sí');
  await send();
  await waitFor(() =>
    expect(posts()).toEqual([
      {
        taskId: activity._id,
        name: 'Luz',
        email: 'luz@example.org',
        clientId: expect.any(String),
        answers: [
          { questionId: TOOL, value: 'Una pala' },
          { questionId: CAR, value: 'si' },
        ],
      },
    ]),
  );
});

test('a missing answer is shown at its question, and nothing is sent', async () => {
  const posts = await show({ status: 201, body: aParticipant(1) });
  await fillIn();
  await send();
  const field = screen.getByRole('textbox', { name: /¿Qué traes\?/ });
  expect(await screen.findByText('Responde esta pregunta')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(posts()).toEqual([]);
});

test('a refused confirmation says why in the dialog and keeps the answers', async () => {
  await show(errorResponse(400, 'Elige una de las opciones: «¿Talla?»'));
  await fillIn();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: /¿Qué traes\?/ });
  await userEvent.type(field, 'Una pala');
  await send();
  expect(
    await within(screen.getByRole('dialog')).findByText('Elige una de las opciones: «¿Talla?»'),
  ).toBeTruthy();
  expect(field.value).toBe('Una pala');
});
