import {
  type AudienceCounts,
  countAudiences,
  listMessages,
  previewMessage,
  sendMessage,
} from '@minga/contract/messages';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { announceReload } from '../../lib/server/pending-reload.ts';
import { MessagesView } from './messages-view.tsx';

const activity = anActivity({ title: 'Siembra', capacity: 20 });
const params = { id: activity._id };
const letter = {
  subject: 'Llueve · Siembra',
  text: 'Hola, (su nombre).\n\nTraigan capa.',
  html: '<!doctype html><p>Traigan <b>capa</b>.</p>',
};
const everybody = { unsubscribed: 0, withoutEmail: 0, unconfirmed: 0 };
const counts: AudienceCounts = {
  confirmed: 9,
  waiting: 12,
  all: 21,
  unreached: {
    confirmed: { unsubscribed: 2, withoutEmail: 1, unconfirmed: 0 },
    waiting: { unsubscribed: 1, withoutEmail: 0, unconfirmed: 0 },
    all: { unsubscribed: 3, withoutEmail: 1, unconfirmed: 0 },
  },
};
const sent = {
  _id: '0199cccc-0000-7000-8000-000000000001',
  subject: 'Hora',
  text: 'Es a las 9.',
  to: 'all' as const,
  replyToMe: false,
  sender: null,
  recipients: 1,
  createdAt: '2026-11-20T15:00:00.000Z',
  unreached: everybody,
};

async function show(
  responses: Responses = {},
  shown: Parameters<typeof MessagesView>[0] = { userId: 'u', activity },
) {
  const recipients = 12;
  const calls = declareResponses({
    ...respond(listMessages, { body: [] }, params),
    ...respond(countAudiences, { body: counts }, params),
    ...respond(previewMessage, { body: { recipients, unreached: everybody, letter } }, params),
    ...respond(sendMessage, { status: 202, body: { recipients, unreached: everybody } }, params),
    ...responses,
  });
  await renderInRouter(<MessagesView {...shown} />);
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
  // As formatted as the e-mail, and a picture of it: its links lead nowhere.
  const frame = preview.getByTitle<HTMLIFrameElement>('El correo');
  expect(['srcdoc', 'sandbox'].map(name => frame.getAttribute(name))).toEqual([
    letter.html,
    'allow-same-origin',
  ]);
  expect(frame.hasAttribute('inert')).toBe(true);
  // The consequence is read just before the button that has it.
  const button = preview.getByRole('button', { name: 'Enviar a 12 personas' });
  const consequence = preview.getByText('Quienes esperan un cupo: 12 personas. No se puede deshacer.');
  expect(button.getAttribute('aria-describedby')).toBe(consequence.id);
  expect(consequence.parentElement?.contains(button)).toBe(true);
  expect(consequence.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(bodies('/messages')).toEqual([]);
  await press('Enviar a 12 personas');
  expect(await screen.findByText('Listo: le llegará a 12 personas')).toBeTruthy();
  expect(bodies('/messages')).toEqual([
    { to: 'waiting', replyToMe: false, subject: 'Llueve', text: 'Traigan capa.' },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Asunto').value).toBe('');
});

test('can be changed after the preview', async () => {
  await show();
  await write();
  await press('Corregir');
  expect(screen.getByLabelText<HTMLInputElement>('Asunto').value).toBe('Llueve');
  expect(screen.queryByRole('region', { name: 'Así les llega' })).toBeNull();
});

test('a reload for a new version preserves what was written', async () => {
  await show();
  await write();
  announceReload();
  cleanup();
  await show();
  expect(await screen.findByText('Recuperamos lo que habías escrito.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Asunto').value).toBe('Llueve');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Mensaje').value).toBe('Traigan capa.');
  expect(screen.getByLabelText<HTMLSelectElement>('Para').value).toBe('waiting');
});

test('says how many people get it and how many not, and why, before it is written', async () => {
  await show();
  expect((await screen.findByText(/^Le llegará/)).parentElement?.textContent).toBe(
    'Le llegará por correo o en su campana a 9 personas. A 3 no les llega: 2 no quieren estos mensajes y 1 no dejó correo. A quienes dejaron su teléfono puedes escribirles por WhatsApp desde la lista.',
  );
  await userEvent.selectOptions(screen.getByLabelText('Para'), 'waiting');
  expect(screen.getByText(/^Le llegará/).parentElement?.textContent).toBe(
    'Le llegará por correo o en su campana a 12 personas. A una persona no le llega: no quiere estos mensajes.',
  );
  const options = within(screen.getByLabelText('Para')).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    'Quienes van: 9 personas',
    'Quienes esperan un cupo: 12 personas',
    'Todas las personas de la lista: 21 personas',
  ]);
});

test('cannot be written to a group without an address', async () => {
  await show(respond(countAudiences, { body: { ...counts, waiting: 0 } }, params));
  await screen.findByText(/^Le llegará/);
  await userEvent.selectOptions(screen.getByLabelText('Para'), 'waiting');
  expect(screen.getByText(/^A nadie de ese grupo le llegaría: elige otro para escribirle\./)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver cómo llega' }).disabled).toBe(true);
});

const notPublic = 'La actividad no está publicada: todavía no puedes escribir a sus participantes';
test.each([
  [
    'without recipients',
    { body: { ...counts, confirmed: 0, waiting: 0, all: 0 } },
    'Todavía no hay a quién escribirle',
  ],
  ['not public', errorResponse(409, notPublic, 'CONFLICT'), notPublic],
])('is not written at all: %s', async (_, response, text) => {
  await show(respond(countAudiences, response, params));
  expect(await screen.findByText(text)).toBeTruthy();
  await waitFor(() => expect(screen.queryByLabelText('Asunto')).toBeNull());
});

test('of a series says which date it is for, and leads to the others', async () => {
  const repeat = { frequency: 'weekly' as const, interval: 1, weekdays: ['sa' as const] };
  const series = { _id: activity._id, index: 1, count: 4, repeat };
  await show(
    {},
    { userId: 'u', activity: { ...activity, series }, otherDates: <a href="/otra">Otra fecha</a> },
  );
  const note = await screen.findByText(/^Es una fecha de una serie/);
  expect(note.textContent).toMatch(/solo a la gente del sábado, 5 de diciembre de 2099/i);
  expect(screen.getByRole('link', { name: 'Otra fecha' })).toBeTruthy();
});

test('a refusal is explained and keeps the message', async () => {
  const refusal = errorResponse(429, 'Hoy ya le escribiste 5 veces a la gente.', 'RATE_LIMITED');
  await show(respond(sendMessage, refusal, params));
  await write();
  await press('Enviar a 12 personas');
  expect(await screen.findByText('Hoy ya le escribiste 5 veces a la gente.')).toBeTruthy();
  await press('Corregir');
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
  expect(list.getByText('Vie 20 nov')).toBeTruthy();
  expect(
    list.getByText(
      /^viernes, 20 de noviembre de 2026, 10:00\sa\.\sm\. · Alguien que ya no tiene cuenta · Todas las personas de la lista: 1 persona$/,
    ),
  ).toBeTruthy();
});
