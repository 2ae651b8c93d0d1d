import { type Arrival, type CheckInOutcome, checkIn, readArrival } from '@minga/contract/check-ins';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { renderApp } from '../../../test/render.tsx';
import { declareResponses, type Responses, respond, signedIn, visitor } from '../../../test/server.ts';
import { arrivalNotice } from './arrival-view.tsx';
import { arrivalTimeText } from './arrived-notice.tsx';

describe('arrival-view', () => {
  const code = 'kX3v9aQ2-_mN5pR7tY1uIg';
  const taskId = '0199bbbb-0000-7000-8000-000000000001';
  const attendanceId = '0199bbbb-0000-7000-8000-000000000002';
  const arrival: Arrival = {
    activity: {
      _id: taskId,
      title: 'Siembra de árboles',
      place: 'Cerro de la Eme',
      date: '2099-12-05T14:00:00.000Z',
      endDate: null,
    },
    attendance: {
      _id: attendanceId,
      name: 'Luz Marina',
      companions: 2,
      status: 'confirmed',
      checkedInAt: null,
    },
  };
  const unknown = { status: 404, body: { message: 'No conocemos este código', code: 'NOT_FOUND' } };
  const shown = (attendance: Partial<Arrival['attendance']> = {}) =>
    respond(readArrival, { body: { ...arrival, attendance: { ...arrival.attendance, ...attendance } } });

  function open(responses: Responses, address = code) {
    const sent = declareResponses(responses);
    return { sent, ...renderApp(`/llegada/${address}`) };
  }

  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
  const button = () => screen.queryByRole('button', { name: 'Registrar llegada' });
  const image = () => screen.findByRole('img', { name: 'Código de llegada en QR' });

  /** Opens the page at the door and presses the button, to which the server responds with this outcome. */
  async function press(outcome: Partial<CheckInOutcome>) {
    const done = { result: 'checked-in' as const, attendanceId, checkedInAt: '2026-01-05T14:05:00.000Z' };
    const { sent } = open({
      ...signedIn(),
      ...shown(),
      ...respond(
        checkIn,
        ({ body }) => {
          const [{ id }] = (body as { items: [{ id: string }] }).items;
          return { body: { results: [{ ...done, ...outcome, id }] } };
        },
        { taskId },
      ),
    });
    await heading('Luz Marina');
    await userEvent.click(await screen.findByRole('button', { name: 'Registrar llegada' }));
    return sent;
  }

  test('without a session the page shows the code and makes no call about it', async () => {
    const { sent, router } = open(visitor);
    await heading('Este es un código de llegada');
    expect(await image()).toBeTruthy();
    expect(screen.getByText('kX3v').parentElement?.textContent).toBe(code);
    expect(sent.filter(({ path }) => path.includes('arrivals'))).toEqual([]);
    await userEvent.click(screen.getByRole('link', { name: 'Recibo en la puerta: iniciar sesión' }));
    await waitFor(() => expect(router.state.location.href).toBe(`/login?volver=%2Fllegada%2F${code}`));
  });

  test('an account that does not check people in sees the same, without the sign-in', async () => {
    const { sent } = open({ ...signedIn(), ...respond(readArrival, unknown) });
    await heading('Este es un código de llegada');
    expect(await image()).toBeTruthy();
    expect(screen.getByText(/Entra con la cuenta que está en el equipo/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: /iniciar sesión/ })).toBeNull();
    expect(sent.find(({ path }) => path.endsWith('/attendances/arrivals'))?.body).toEqual({ code });
  });

  test.each(['corto', `${code}x`, 'kX3v9aQ2-_mN5pR7tY1uIh'])('%s is not a valid code', async address => {
    const { sent } = open(signedIn(), address);
    await heading('Este código no es válido');
    expect(screen.queryByRole('img', { name: 'Código de llegada en QR' })).toBeNull();
    expect(sent.filter(({ path }) => path.includes('arrivals'))).toEqual([]);
  });

  test('if it is not known whether the account checks people in, the code stays, with a way to try again', async () => {
    let attempts = 0;
    open({
      ...signedIn(),
      ...respond(readArrival, () => {
        attempts += 1;
        return attempts === 1
          ? { status: 429, body: { message: 'Demasiados intentos', code: 'RATE_LIMITED' } }
          : { body: arrival };
      }),
    });
    await screen.findByText('Demasiados intentos');
    expect(await image()).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }));
    await heading('Luz Marina');
  });

  test('the door sees the person, the party and the activity, and checks it in with the code', async () => {
    const sent = await press({});
    expect(await screen.findByText(/^Llegada registrada el lunes, 5 de enero de 2026, 9:05/)).toBeTruthy();
    expect(button()).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.getByText('Viene con 2 acompañantes: son 3 personas.')).toBeTruthy();
    expect(screen.getByText('Siembra de árboles')).toBeTruthy();
    expect(screen.getByText('Cerro de la Eme')).toBeTruthy();
    const { body } = sent.find(({ path }) => path.endsWith('/check-ins')) ?? {};
    expect(body).toEqual({ items: [{ id: expect.any(String), code, at: expect.any(String) }] });
  });

  test.each([
    ['already', '2026-01-05T13:00:00.000Z', /^Ya llegó: se registró el lunes, 5 de enero de 2026, 8:00/],
    ['not-confirmed', null, /^No tiene un cupo confirmado/],
    ['unknown', null, /^Este código ya no sirve/],
  ] as const)('a check-in may result in %s', async (result, checkedInAt, text) => {
    await press({ result, checkedInAt });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(button() !== null).toBe(result === 'not-confirmed');
  });

  test.each([
    [{ checkedInAt: '2026-01-05T13:00:00.000Z' }, /^Ya llegó: se registró el lunes/],
    [{ status: 'waiting' as const }, /^No tiene un cupo confirmado/],
    [{ status: 'offered' as const }, /^Tiene un cupo ofrecido/],
  ])('of a party with %j the page says so and has no button', async (attendance, text) => {
    open({ ...signedIn(), ...shown(attendance) });
    await heading('Luz Marina');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(button()).toBeNull();
  });

  test('outside the hours of the door the page says why; another press sends the same id', async () => {
    const message = 'Las llegadas se registran desde 12 horas antes';
    const notNow = { status: 409, body: { message, code: 'NOT_NOW' } };
    const { sent } = open({ ...signedIn(), ...shown(), ...respond(checkIn, notNow, { taskId }) });
    await heading('Luz Marina');
    await userEvent.click(await screen.findByRole('button', { name: 'Registrar llegada' }));
    expect(await screen.findByText(message)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Registrar llegada' }));
    const ids = () =>
      sent
        .filter(({ path }) => path.endsWith('/check-ins'))
        .map(({ body }) => (body as { items: [{ id: string }] }).items[0].id);
    await waitFor(() => expect(ids()).toHaveLength(2));
    expect(ids()[0]).toBe(ids()[1]);
  });
});

describe('arrival-notice', () => {
  const at = '2026-12-05T14:05:00.000Z';
  const now = new Date('2026-12-05T15:00:00.000Z');
  const standing = (status: 'confirmed' | 'waiting' | 'offered', checkedInAt: string | null = null) => ({
    status,
    checkedInAt,
  });

  test.each([
    ['to be checked in', standing('confirmed'), undefined, null],
    ['checked in now', standing('confirmed', at), 'checked-in', 'Llegada registrada a las 9:05 a. m.'],
    ['checked in before', standing('confirmed', at), 'already', 'Ya llegó: se registró a las 9:05 a. m.'],
    [
      'checked in when opened',
      standing('confirmed', at),
      undefined,
      'Ya llegó: se registró a las 9:05 a. m.',
    ],
    ['lost its place', standing('confirmed'), 'not-confirmed', /^No tiene un cupo confirmado/],
    ['waiting', standing('waiting'), undefined, /^No tiene un cupo confirmado/],
    ['with an offer', standing('offered'), undefined, /^Tiene un cupo ofrecido/],
    ['with another code by now', standing('confirmed'), 'unknown', /^Este código ya no sirve/],
  ] as const)('a party %s', (_what, party, result, text) => {
    const notice = arrivalNotice(party, result, now)?.text.replaceAll('\u00a0', ' ') ?? null;
    if (text instanceof RegExp) expect(notice).toMatch(text);
    else expect(notice).toBe(text);
  });
});

describe('arrival-time-text', () => {
  test.each([
    ['2026-12-05T14:05:00.000Z', 'a las 9:05 a. m.'],
    ['2026-12-05T18:05:00.000Z', 'a la 1:05 p. m.'],
    ['2026-12-04T14:05:00.000Z', 'el viernes, 4 de diciembre de 2026, 9:05 a. m.'],
  ])('%s: %s', (checkedInAt, text) => {
    const shown = arrivalTimeText(checkedInAt, new Date('2026-12-05T20:00:00.000Z'));
    expect(shown.replaceAll('\u00a0', ' ')).toBe(text);
  });
});
