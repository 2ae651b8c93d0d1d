import { webcrypto } from 'node:crypto';
import { listOwnAttendances } from '@minga/contract/attendance';
import { correctEmail } from '@minga/contract/correction';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { anActivity } from '../../../test/activity.ts';
import { aParticipant } from '../../../test/participant.ts';
import { renderInRouter } from '../../../test/render.tsx';
import { declareResponses, errorResponse, type Responses, respond } from '../../../test/server.ts';
import { codeHash, spokenCode } from '../../lib/attendance/arrival-code.ts';
import { CONFIRMED, NOT_LISTED, type OwnState, type Viewer } from './model.ts';
import { remember, rememberedEmail } from './remembered-attendances.ts';
import { rememberParty } from './remembered-parties.ts';
import { rememberedPerson, rememberPerson } from './remembered-person.ts';
import { Ticket } from './ticket.tsx';

const activity = anActivity({ date: '2100-05-01T15:00:00.000Z' });
const { _id: taskId } = activity;
const typed = 'luz@gmial.com';
const right = 'luz@gmail.com';
const code = 'AbCdEfGhIjKlMnOpQrStUv';

beforeEach(() => {
  localStorage.clear();
  remember(typed, taskId, true);
  rememberPerson({ name: 'Luz', email: typed });
  rememberParty(taskId, { companions: 0, claims: [], name: 'Luz', code, email: typed });
});

async function show(responses: Responses = {}, viewer: Viewer = null, own: OwnState = CONFIRMED) {
  const sent = declareResponses(responses);
  const state = own.status === 'confirmed' ? 'going' : 'waiting';
  await renderInRouter(
    <Ticket isNew={false} activity={activity} viewer={viewer} own={own} state={state} checkedInAt="" />,
  );
  return sent;
}

const open = async () => userEvent.click(await screen.findByRole('button', { name: 'Corregir' }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar' }));
const field = () => screen.findByLabelText('Correo electrónico');

test('shows the code to read and the six characters to say', async () => {
  // jsdom is no secure context.
  vi.stubGlobal('crypto', webcrypto);
  await show();
  expect(await screen.findByLabelText('Tu código para la puerta en QR')).toBeTruthy();
  const said = spokenCode((await codeHash(code)) ?? '');
  const text = await screen.findByText(/o dilo:$/);
  await waitFor(() => expect(text.parentElement?.textContent).toContain(said));
  vi.unstubAllGlobals();
});

test('says that each person confirms alone where the activity admits no companions', async () => {
  await show();
  expect(await screen.findByText('Cada persona confirma por su cuenta.')).toBeTruthy();
});

test('corrects a mistyped address in two presses', async () => {
  const corrected = aParticipant(1, { name: 'Luz', email: right, code });
  const sent = await show(respond(correctEmail, { body: corrected }, { taskId }));
  await open();
  // The usual domain is proposed already.
  expect(await field()).toHaveProperty('value', right);
  expect(screen.getByText(/^Cambiamos gmial\.com por gmail\.com\./)).toBeTruthy();
  await save();

  await screen.findByText(right);
  expect(sent.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
    { method: 'PUT', path: `/attendances/email/${taskId}`, body: { email: typed, correctedEmail: right } },
  ]);
  expect(rememberedEmail(taskId)).toBe(right);
  expect(rememberedPerson()).toEqual({ name: 'Luz', email: right });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a visitor who waits corrects the address too', async () => {
  localStorage.removeItem('minga.attendances');
  await show({}, null, { ...NOT_LISTED, status: 'waiting', position: 2 });
  expect(await screen.findByText(typed)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Corregir' })).toBeTruthy();
});

test.each([
  [
    errorResponse(409, 'Ya estás registrado en esta actividad', 'CONFLICT'),
    'Ya estás registrado en esta actividad',
  ],
  [
    errorResponse(403, 'No tienes permiso para esta acción', 'FORBIDDEN'),
    'No tienes permiso para esta acción',
  ],
  ['unreachable', /conexión|internet/i],
] as const)('keeps what was typed and the address if it fails', async (response, text) => {
  await show(respond(correctEmail, response, { taskId }));
  await open();
  await userEvent.clear(await field());
  await userEvent.type(await field(), 'otra@example.org');
  await save();

  expect(await screen.findByText(text)).toBeTruthy();
  expect(await field()).toHaveProperty('value', 'otra@example.org');
  expect(rememberedEmail(taskId)).toBe(typed);
});

test('sends nothing for an address that is none, or the same', async () => {
  const sent = await show();
  await open();
  await userEvent.clear(await field());
  await save();
  expect(await screen.findByText('Escribe tu correo')).toBeTruthy();
  await userEvent.type(await field(), typed);
  await save();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([]);
});

test("an account's address is not corrected here", async () => {
  const viewer = { email: 'ana@example.org', username: 'Ana' };
  await show(respond(listOwnAttendances, { body: [] }), viewer);
  expect(await screen.findByText('ana@example.org')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Corregir' })).toBeNull();
});
