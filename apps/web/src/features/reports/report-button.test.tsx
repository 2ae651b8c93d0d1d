import './report-dialog.tsx';
import { createReport } from '@minga/contract/reports';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { ReportButton } from './report-button.tsx';

// Imported here because it is lazy: on a busy machine the first test would time out while it loads.

const target = { type: 'activity' as const, id: '01930000-0000-7000-8000-00000000000a' };

const accepted = respond(createReport, { body: { message: 'Gracias' } });

async function open(responses: Responses = accepted, isSignedIn = true) {
  const sent = declareResponses(responses);
  await renderInRouter(<ReportButton target={target} isSignedIn={isSignedIn} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Reportar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reportar esta actividad' }));
  return { dialog, bodies: () => sent.map(({ body }) => body) };
}

test('a reason is enough; afterwards the dialog says what happens next', async () => {
  const { dialog, bodies } = await open();
  expect(dialog.getAllByRole('radio').map(radio => radio.closest('label')?.textContent)).toEqual([
    'Es publicidad o se repite',
    'Parece un engaño o pide plata',
    'Maltrata o discrimina',
    'Pone a alguien en peligro',
    'Muestra datos de alguien sin permiso',
    'Otra cosa',
  ]);
  await userEvent.click(dialog.getByRole('radio', { name: 'Pone a alguien en peligro' }));
  expect(dialog.getByText(/línea 123/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar reporte' }));
  const thanks = within(await screen.findByRole('dialog', { name: 'Gracias por avisar' }));
  expect(thanks.getByText(/Una persona lo lee y decide/)).toBeTruthy();
  expect(bodies()).toEqual([{ target, reason: 'peligro', text: '' }]);
  await userEvent.click(thanks.getByRole('button', { name: 'Listo' }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Reportar'));
});

test.each([
  [true, 'Cuando se decida, te lo contamos.'],
  [false, 'Como reportaste sin iniciar sesión, no podemos contarte qué se decidió.'],
])('says whether the decision will be told (signed in: %s)', async (isSignedIn, text) => {
  const { dialog } = await open(accepted, isSignedIn);
  await userEvent.click(dialog.getByRole('radio', { name: 'Otra cosa' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar reporte' }));
  expect(await screen.findByText(text)).toBeTruthy();
});

test('without a reason it is not sent, and the first one has the focus', async () => {
  const { dialog, bodies } = await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar reporte' }));
  expect(await dialog.findByText('Elige el motivo del reporte')).toBeTruthy();
  await waitFor(() =>
    expect(document.activeElement).toBe(dialog.getByRole('radio', { name: 'Es publicidad o se repite' })),
  );
  await userEvent.click(dialog.getByRole('radio', { name: 'Otra cosa' }));
  await waitFor(() => expect(dialog.queryByText('Elige el motivo del reporte')).toBeNull());
  expect(bodies()).toEqual([]);
});

test('a failure is explained and keeps what was written', async () => {
  const { dialog } = await open(respond(createReport, errorResponse(409, 'Ya nos avisaste de esto')));
  await userEvent.click(dialog.getByRole('radio', { name: 'Otra cosa' }));
  await userEvent.type(dialog.getByLabelText(/Cuéntanos un poco más/), 'No existe');
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar reporte' }));
  expect(await dialog.findByText('Ya nos avisaste de esto')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>(/Cuéntanos un poco más/).value).toBe('No existe');
});
