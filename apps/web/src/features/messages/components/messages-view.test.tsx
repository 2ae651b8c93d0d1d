import { listMessages, previewMessage, sendMessage } from '@minga/contract/messages';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../../test/activity.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../../test/server.ts';
import { MessagesView } from './messages-view.tsx';

const activity = anActivity({ title: 'Siembra', capacity: 20 });
const params = { id: activity._id };
const letter = { subject: 'Llueve · Siembra', text: 'Hola, (su nombre).\n\nTraigan capa.' };
const sent = {
  ...{ _id: '0199cccc-0000-7000-8000-000000000001', subject: 'Hora', text: 'Es a las 9.' },
  ...{ to: 'all' as const, sender: null, recipients: 1, createdAt: '2026-11-20T15:00:00.000Z' },
};

async function show(responses: Responses = {}, recipients = 12) {
  const calls = declareResponses({
    ...respond(listMessages, { body: [] }, params),
    ...respond(previewMessage, { body: { recipients, letter } }, params),
    ...respond(sendMessage, { status: 202, body: { recipients } }, params),
    ...responses,
  });
  await renderInRouter(<MessagesView activity={activity} />);
  return (path: string) => calls.filter(call => call.path.endsWith(path)).flatMap(({ body }) => body ?? []);
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function write() {
  await userEvent.selectOptions(await screen.findByLabelText('Para'), 'waiting');
  await userEvent.type(screen.getByLabelText('Asunto'), 'Llueve');
  await userEvent.type(screen.getByLabelText('Mensaje'), 'Traigan capa.');
  await press('Ver cómo llega');
}

test('is previewed as the letter, with the number of people, and sent once', async () => {
  const bodies = await show();
  await write();
  const preview = within(await screen.findByRole('region', { name: 'Así les llega' }));
  expect(await preview.findByText('Llueve · Siembra')).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Así les llega');
  expect(preview.getByText(/Traigan capa/)).toBeTruthy();
  expect(preview.getByText(/^Quienes esperan un cupo: 12 personas/)).toBeTruthy();
  expect(bodies('/messages')).toEqual([]);
  await press('Enviar a 12 personas');
  expect(await screen.findByText('Listo: le llegará a 12 personas')).toBeTruthy();
  expect(bodies('/messages')).toEqual([{ to: 'waiting', subject: 'Llueve', text: 'Traigan capa.' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Asunto').value).toBe('');
});

test('can be changed after the preview', async () => {
  await show();
  await write();
  await press('Seguir escribiendo');
  expect(screen.getByLabelText<HTMLInputElement>('Asunto').value).toBe('Llueve');
  expect(screen.queryByRole('region', { name: 'Así les llega' })).toBeNull();
});

test('is not sent without recipients', async () => {
  await show({}, 0);
  await write();
  expect(await screen.findByText(/Nadie de ese grupo dejó correo/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Enviar/ })).toBeNull();
});

test('a refusal is explained and keeps the message', async () => {
  const refusal = errorResponse(429, 'Hoy ya le escribiste 5 veces a la gente.', 'RATE_LIMITED');
  await show(respond(sendMessage, refusal, params));
  await write();
  await press('Enviar a 12 personas');
  expect(await screen.findByText('Hoy ya le escribiste 5 veces a la gente.')).toBeTruthy();
  await press('Seguir escribiendo');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensaje').value).toBe('Traigan capa.');
});

test('an empty message is not previewed', async () => {
  const bodies = await show();
  await press('Ver cómo llega');
  expect(await screen.findByText('El asunto es requerido')).toBeTruthy();
  expect(screen.getByText('El mensaje es requerido')).toBeTruthy();
  expect(bodies('/preview')).toEqual([]);
});

test('what was sent before is listed', async () => {
  await show(respond(listMessages, { body: [sent] }, params));
  const list = within(await screen.findByRole('region', { name: 'Enviados' }));
  expect(list.getByText(/1 persona$/)).toBeTruthy();
  expect(list.getByText('Es a las 9.')).toBeTruthy();
});
