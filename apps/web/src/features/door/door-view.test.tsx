import { createHash, webcrypto } from 'node:crypto';
import { type CheckInItem, checkIn, type Door, readDoor, undoCheckIn } from '@minga/contract/check-ins';
import { readPlaceCode, replacePlaceCode } from '@minga/contract/self-check-in';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anEntry, deleteArrivals, idOf, readArrivals, TASK } from '../../../test/arrival.ts';
import { renderInRouter } from '../../../test/render.tsx';
import {
  type Declared,
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  type SentRequest,
} from '../../../test/server.ts';
import { spokenCode } from '../../lib/attendance/arrival-code.ts';
import { DoorView } from './door-view.tsx';
import 'fake-indexeddb/auto';

const params = { taskId: TASK };
const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const doorOf = (date: string, attendances: Door['attendances']): Door => ({
  activity: {
    _id: TASK,
    title: 'Siembra',
    date,
    endDate: null,
    place: 'Cerro',
    capacity: null,
    selfCheckIn: false,
  },
  attendances,
});
const ana = anEntry(1, { name: 'Ana', companions: 2 });

beforeEach(deleteArrivals);

afterEach(() => vi.unstubAllGlobals());

async function show(door: Declared<typeof readDoor>, responses: Responses = {}) {
  const requests = declareResponses({ ...respond(readDoor, door, params), ...responses });
  await renderInRouter(<DoorView taskId={TASK} owner="ana" hasTabs={false} />);
  return requests;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** A press of the button that has just admitted a person, once it is no double press any more. */
async function pressLater(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name });
  const click = createEvent.click(button);
  Object.defineProperty(click, 'timeStamp', { value: click.timeStamp + 1000 });
  fireEvent(button, click);
}
const unreachable = respond(checkIn, 'unreachable', params);

test.each([
  ['an organiser', true, ['Equipo']],
  ['a person who only receives', false, []],
])('before it opens, %s is led to the team or reads nothing of it', async (_, hasTabs, expected) => {
  declareResponses(respond(readDoor, { body: doorOf(hours(72), [ana]) }, params));
  await renderInRouter(<DoorView taskId={TASK} owner="ana" hasTabs={hasTabs} />);
  await userEvent.click(await screen.findByText('Cómo prepararte'));
  const links = screen.queryAllByRole('link', { name: 'Equipo' });
  expect(links.map(({ textContent }) => textContent)).toEqual(expected);
  expect(screen.queryAllByText(/Equipo/)).toHaveLength(expected.length);
});

test('a person is admitted with one press, also without a network, and it is undone', async () => {
  await show({ body: doorOf(hours(1), [ana]) }, unreachable);
  expect(await screen.findByText('confirmación', { exact: false })).toBeTruthy();
  await press('Llegó: Ana + 2');
  expect(await screen.findByText(/Pueden entrar: son 3 personas\./)).toBeTruthy();
  expect(await screen.findByText('Por enviar: 1')).toBeTruthy();
  expect(await readArrivals('ana')).toMatchObject([{ taskId: TASK, item: { attendanceId: idOf(1) } }]);
  expect(screen.queryByRole('button', { name: 'Cerrar el resultado' })).toBeNull();
  await pressLater('Deshacer: Ana + 2');
  expect(await screen.findByText('Ana + 2: Deshecho: no ha llegado.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Llegó: Ana + 2' })).toBeTruthy();
});

test('a person who is undone while sent, and admitted again while that is undone, has arrived', async () => {
  const [stored, cleared] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const accept = async ({ body }: SentRequest) => {
    await stored.promise;
    const results = (body as { items: CheckInItem[] }).items.map(({ id, at }) => ({
      id,
      result: 'checked-in' as const,
      attendanceId: idOf(1),
      checkedInAt: at,
    }));
    return { body: { results } };
  };
  const clear = () => cleared.promise.then(() => ({ status: 204 }));
  const requests = await show(
    { body: doorOf(hours(1), [ana]) },
    { ...respond(checkIn, accept, params), ...respond(undoCheckIn, clear, { id: idOf(1) }) },
  );
  const sent = () => requests.map(({ method }) => method).filter(method => method !== 'GET');
  await press('Llegó: Ana + 2');
  await waitFor(() => expect(sent()).toEqual(['POST']));
  await pressLater('Deshacer: Ana + 2');
  await screen.findByRole('button', { name: 'Llegó: Ana + 2' });
  stored.resolve();
  await waitFor(() => expect(sent()).toEqual(['POST', 'DELETE']));
  await press('Llegó: Ana + 2');
  await screen.findByRole('button', { name: 'Deshacer: Ana + 2' });
  cleared.resolve();
  await waitFor(() => expect(sent()).toEqual(['POST', 'DELETE', 'POST']));
  expect(await screen.findByRole('button', { name: 'Deshacer: Ana + 2' })).toBeTruthy();
});

test('a double press does not undo what it has admitted', async () => {
  await show({ body: doorOf(hours(1), [ana]) }, unreachable);
  await userEvent.dblClick(await screen.findByRole('button', { name: 'Llegó: Ana + 2' }));
  expect(await screen.findByRole('button', { name: 'Deshacer: Ana + 2' })).toBeTruthy();
  expect(await readArrivals('ana')).toHaveLength(1);
});

test('a typed code admits its person without a network; one that is on no list stays to be corrected', async () => {
  // jsdom has no `subtle`.
  vi.stubGlobal('crypto', webcrypto);
  const codeHash = createHash('sha256').update('jS6ioWt6q_VcaELuMw1dlA').digest('hex');
  await show({ body: doorOf(hours(1), [{ ...ana, codeHash }, anEntry(2)]) }, unreachable);
  const field = await screen.findByLabelText<HTMLInputElement>('Buscar por nombre o código');
  await userEvent.type(field, 'jS6i oWt6 q_Vc aELu Mw1d lB');
  expect(await screen.findByText('No está en la lista de este dispositivo')).toBeTruthy();
  expect(await screen.findByText(/Compáralo con el de la persona/)).toBeTruthy();
  await userEvent.type(field, '{Backspace}A');
  expect(await screen.findByText(/Pueden entrar: son 3 personas\./)).toBeTruthy();
  await waitFor(() => expect(field.value).toBe(''));
  expect((await readArrivals('ana')).map(({ item }) => item)).toMatchObject([
    { code: 'jS6ioWt6q_VcaELuMw1dlB' },
    { attendanceId: idOf(1) },
  ]);
});

test('a spoken code finds its person among others, who is admitted with a press', async () => {
  const codeHash = createHash('sha256').update('jS6ioWt6q_VcaELuMw1dlA').digest('hex');
  await show({ body: doorOf(hours(1), [{ ...ana, codeHash }, anEntry(2)]) }, unreachable);
  const field = await screen.findByLabelText('Buscar por nombre o código');
  const spoken = spokenCode(codeHash);
  await userEvent.type(field, `${spoken.slice(0, 3)} ${spoken.slice(3)}`.toLowerCase());
  expect(await screen.findByText('1 resultado')).toBeTruthy();
  expect(await readArrivals('ana')).toEqual([]);
  await press('Llegó: Ana + 2');
  expect(await screen.findByText(/Pueden entrar: son 3 personas\./)).toBeTruthy();
});

test('what the server has is undone at the server, or it says why not', async () => {
  const arrived = doorOf(hours(1), [{ ...ana, checkedInAt: hours(0) }]);
  let replies = 0;
  await show(
    { body: arrived },
    respond(
      undoCheckIn,
      () => (replies++ === 0 ? 'unreachable' : errorResponse(409, 'La puerta ya cerró', 'NOT_NOW')),
      { id: idOf(1) },
    ),
  );
  await press('Deshacer: Ana + 2');
  expect(await screen.findByText(/para deshacerla se necesita internet/)).toBeTruthy();
  await press('Deshacer: Ana + 2');
  expect(await screen.findByText('La puerta ya cerró')).toBeTruthy();
});

test('hours that would be erased with an arrival are asked about first', async () => {
  const arrived = doorOf(hours(1), [{ ...ana, checkedInAt: hours(0), hasHours: true }]);
  const sentence = 'Solo puede deshacer su llegada quien organiza la actividad';
  await show({ body: arrived }, respond(undoCheckIn, errorResponse(403, sentence), { id: idOf(1) }));
  await press('Deshacer: Ana + 2');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/su constancia queda anulada/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('button', { name: 'Deshacer y borrar' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('arrivals that the server does not take now are explained, and can be discarded', async () => {
  await show(
    { body: doorOf(hours(1), [ana]) },
    respond(checkIn, errorResponse(409, 'Las llegadas se registran desde 12 horas antes', 'NOT_NOW'), params),
  );
  await press('Llegó: Ana + 2');
  expect(await screen.findByText('Las llegadas se registran desde 12 horas antes')).toBeTruthy();
  await press('Descartar');
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Descartar' }));
  expect(await screen.findByRole('button', { name: 'Llegó: Ana + 2' })).toBeTruthy();
  expect(await readArrivals('ana')).toEqual([]);
});

test('before its hours the list is shown without a way to admit', async () => {
  await show({ body: doorOf(hours(48), [ana]) });
  expect(await screen.findByText(/^La puerta abre el/)).toBeTruthy();
  expect(screen.getByText('Ana')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Llegó/ })).toBeNull();
});

test('others are told kindly that it is not their door', async () => {
  await show(errorResponse(403, 'No puedes'));
  expect(await screen.findByRole('heading', { name: 'No recibes en esta actividad' })).toBeTruthy();
});

test('who arrived by themselves is marked, and the code of the place is shown and printed', async () => {
  const body = doorOf(hours(1), [{ ...ana, checkedInAt: hours(0), checkedInBy: 'self' }]);
  const placeCode = { code: '0'.repeat(26), url: `https://minga.example.org/estoy/${'0'.repeat(26)}` };
  const other = { code: '1'.repeat(26), url: `https://minga.example.org/estoy/${'1'.repeat(26)}` };
  declareResponses({
    ...respond(readDoor, { body: { ...body, activity: { ...body.activity, selfCheckIn: true } } }, params),
    ...respond(readPlaceCode, { body: placeCode }, params),
    ...respond(replacePlaceCode, { body: other }, params),
  });
  await renderInRouter(<DoorView taskId={TASK} owner="ana" hasTabs />);
  expect(await screen.findByText('Llegó por su cuenta')).toBeTruthy();
  await press('Código del lugar');
  expect(await screen.findByRole('img', { name: 'Código del lugar en QR' })).toBeTruthy();
  expect(screen.getByText(`minga.example.org/estoy/${placeCode.code}`)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Imprimir' }).getAttribute('href')).toBe(
    `/api/attendances/${TASK}/place-code.pdf`,
  );
  await press('Cambiar el código');
  await press('Cambiarlo');
  expect(await screen.findByText(`minga.example.org/estoy/${other.code}`)).toBeTruthy();
});

test('people who only receive show the code of the place and do not replace it', async () => {
  const body = doorOf(hours(1), [ana]);
  await show(
    { body: { ...body, activity: { ...body.activity, selfCheckIn: true } } },
    respond(readPlaceCode, { body: { code: 'x', url: 'https://minga.example.org/estoy/x' } }, params),
  );
  await press('Código del lugar');
  expect(await screen.findByRole('img', { name: 'Código del lugar en QR' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Cambiar el código' })).toBeNull();
});
