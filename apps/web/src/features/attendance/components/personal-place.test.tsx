import { cancelAttendance } from '@minga/contract/attendance';
import { NO_LOCATION_DETAILS } from '@minga/contract/location';
import { answerOffer, reconfirmAttendance } from '@minga/contract/party';
import { type PersonalAttendance, readPersonalLink } from '@minga/contract/personal-link';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { aParticipant } from '../../../../test/participant.ts';
import { renderApp } from '../../../../test/render.tsx';
import { declareResponses, errorResponse, respond, visitor } from '../../../../test/server.ts';

const id = '0199bbbb-0000-7000-8000-000000000001';
const task = {
  ...{ _id: id, title: 'Siembra de árboles', date: '2099-12-05T14:00:00.000Z', endDate: null },
  ...{ place: 'Cerro de la Eme', ...NO_LOCATION_DETAILS, questions: [], companionsMax: 3 },
  ...{ needs: [], needsRequired: false },
};
const offered: PersonalAttendance = {
  ...{
    taskId: id,
    name: 'Rosa',
    email: 'rosa@example.org',
    task,
    answers: [],
    isPublic: true,
    coversEmail: true,
    claims: [],
    dates: [],
  },
  ...{
    phone: '',
    companions: 2,
    position: null,
    askedAgainAt: null,
    reconfirmed: null,
    code: null,
    checkedInAt: null,
    hours: null,
    _id: '0199bbbb-0000-7000-8000-0000000000aa',
    offerExpiresAt: '2099-11-23T15:00:00.000Z',
  },
  status: 'offered',
};
const confirmed = { ...offered, status: 'confirmed' as const, offerExpiresAt: null };
const waiting = { ...confirmed, status: 'waiting' as const, position: 2 };

const asked = { ...confirmed, askedAgainAt: '2099-12-04T23:00:00.000Z' };

function open(
  first: PersonalAttendance,
  answer?: Parameters<typeof respond<typeof answerOffer>>[1],
  reconfirmed?: Parameters<typeof respond<typeof reconfirmAttendance>>[1],
) {
  let current: PersonalAttendance | null = first;
  const sent = declareResponses({
    ...visitor,
    ...respond(readPersonalLink, () =>
      current === null ? errorResponse(400, 'Este enlace ya no sirve', 'INVALID_TOKEN') : { body: current },
    ),
    ...respond(cancelAttendance, { body: { deletedAttendance: aParticipant(1) } }, { taskId: id }),
    ...(answer && respond(answerOffer, answer, { taskId: id })),
    ...(reconfirmed && respond(reconfirmAttendance, reconfirmed, { taskId: id })),
  });
  renderApp('/mi-asistencia?token=abc');
  return {
    answers: () => sent.filter(({ path }) => path.includes('/reconfirm/')).map(({ body }) => body),
    becomes: (next: typeof current) => {
      current = next;
    },
  };
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['offered', offered, 'Rosa, se liberó un cupo para ti: dinos si vienes.'],
  ['confirmed', confirmed, 'Rosa, te esperamos.'],
  ['waiting', waiting, 'Rosa, te avisamos por correo si se libera un cupo.'],
  [
    'without an e-mail',
    { ...waiting, email: '' },
    'Rosa, vuelve a abrir este enlace para ver si se liberó un cupo.',
  ],
])('the state stands before the facts: %s', async (_, attendance, lead) => {
  open(attendance);
  expect(await screen.findByText(lead)).toBeTruthy();
  const state = await screen.findByText(/^Te ofrecemos|^Vas a asistir$|^En espera, puesto 2$/);
  const place = screen.getByText('Cerro de la Eme');
  expect(state.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getByText('Vas con 2 acompañantes')).toBeTruthy();
});

test('the accepted place has the focus', async () => {
  const { becomes } = open(offered, { body: aParticipant(1) });
  await screen.findByText(/^Te ofrecemos un cupo/);
  becomes(confirmed);
  await press('Aceptar el cupo');
  const state = await screen.findByText('Vas a asistir');
  await waitFor(() => expect(document.activeElement?.contains(state)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
});

test('a place that is left is confirmed first, and the page says so', async () => {
  const { becomes } = open(offered, { body: { deletedAttendance: aParticipant(1) } });
  await press('Dejarlo pasar');
  await screen.findByRole('dialog', { name: '¿Dejar pasar el cupo?' });
  becomes(null);
  await press('Sí, dejarlo pasar');
  expect(await screen.findByRole('heading', { level: 1, name: 'Dejaste pasar el cupo' })).toBeTruthy();
  expect(screen.queryByText(/puedes volver a confirmar/)).toBeNull();
});

test('after a cancellation no place is promised', async () => {
  open(confirmed);
  await press('Cancelar Asistencia');
  await press('Sí, cancelar');
  await screen.findByRole('heading', { level: 1, name: 'Asistencia cancelada' });
  expect(screen.queryByText(/puedes volver a confirmar/)).toBeNull();
});

test('the question of the day before is answered with one press', async () => {
  const { becomes, answers } = open(asked, undefined, { body: aParticipant(1) });
  expect(await screen.findByRole('region', { name: '¿Sigues viniendo?' })).toBeTruthy();
  becomes({ ...asked, reconfirmed: true });
  await press('Sí, voy');
  expect(await screen.findByText('¡Gracias por responder! Te esperamos')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: '¿Sigues viniendo?' })).toBeNull());
  expect(answers()).toEqual([{ coming: true, token: 'abc' }]);
});

test('who cannot come confirms that, and the place is free', async () => {
  const { becomes, answers } = open(asked, undefined, { body: { deletedAttendance: aParticipant(1) } });
  await press('No puedo ir');
  await screen.findByRole('dialog', { name: '¿No puedes ir?' });
  expect(answers()).toEqual([]);
  becomes(null);
  await press('Sí, liberar mi cupo');
  expect(await screen.findByRole('heading', { level: 1, name: 'Asistencia cancelada' })).toBeTruthy();
  expect(answers()).toEqual([{ coming: false, token: 'abc' }]);
});

test('an answer that fails says so and keeps the question', async () => {
  open(asked, undefined, errorResponse(429, 'Demasiados intentos. Espera un momento.', 'RATE_LIMITED'));
  await press('Sí, voy');
  expect(await screen.findByText('Demasiados intentos. Espera un momento.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sí, voy' })).toBeTruthy();
});

test('nothing is asked of those who were not asked or have answered', async () => {
  open({ ...asked, reconfirmed: true });
  expect(await screen.findByText('Vas con 2 acompañantes')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sí, voy' })).toBeNull();
});
