import { createHash, webcrypto } from 'node:crypto';
import { getActivity } from '@minga/contract/activities';
import { cancelAttendance } from '@minga/contract/attendance';
import { NO_LOCATION_DETAILS } from '@minga/contract/location';
import { answerOffer, reconfirmAttendance } from '@minga/contract/party';
import {
  type PersonalAttendance,
  readPersonalLink,
  requestPersonalLink,
} from '@minga/contract/personal-link';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aParticipant, aPersonalAttendance } from '../../../../test/participant.ts';
import { renderApp, renderPiece } from '../../../../test/render.tsx';
import {
  declareResponses,
  errorResponse,
  type Responses,
  respond,
  visitor,
} from '../../../../test/server.ts';
import { spokenCode } from '../../../lib/attendance/arrival-code.ts';
import { PersonalCode } from './personal-code.tsx';

describe('personal-attendance', () => {
  const id = '0199bbbb-0000-7000-8000-000000000001';
  const [CAR, TOOL] = ['0199bbbb-0000-7000-8000-0000000000c1', '0199bbbb-0000-7000-8000-0000000000c2'];
  const task = {
    _id: id,
    title: 'Siembra de árboles',
    date: '2099-12-05T14:00:00.000Z',
    place: 'Cerro de la Eme',
    endDate: null,
    ...NO_LOCATION_DETAILS,
    directions: 'La casa azul.',
    questions: [
      { _id: CAR, label: '¿Traes carro?', kind: 'yesno' as const, options: [], required: false },
      { _id: TOOL, label: '¿Qué traes?', kind: 'text' as const, options: [], required: false },
    ],
    companionsMax: 0,
    chatUrl: null,
    needs: [],
    needsRequired: false,
  };
  const answers = [{ questionId: CAR, value: 'si' }];
  const attendance = aPersonalAttendance(task, { name: 'Rosa', email: 'rosa@example.org', answers });
  const badLink = {
    status: 400,
    body: {
      message: 'Este enlace no es válido o la asistencia ya fue cancelada.',
      code: 'INVALID_TOKEN',
    },
  };

  function open(responses: Responses, search = '?token=abc') {
    const sent = declareResponses({ ...visitor, ...responses });
    return { sent, ...renderApp(`/mi-asistencia${search}`) };
  }

  const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

  test('shows the activity without changing anything', async () => {
    const { sent, router } = open(respond(readPersonalLink, { body: attendance }));
    await heading('Siembra de árboles');
    expect(screen.getByText('sábado, 5 de diciembre de 2099, 9:00 a. m.')).toBeTruthy();
    expect(screen.getByText('Cerro de la Eme')).toBeTruthy();
    expect(screen.getByText('La casa azul.')).toBeTruthy();
    expect(screen.getByText('Cada persona confirma por su cuenta.')).toBeTruthy();
    expect(screen.getByText('¿Traes carro?').nextElementSibling?.textContent).toBe('Sí');
    expect(screen.queryByText('¿Qué traes?')).toBeNull();
    expect(screen.getByRole('link', { name: 'Agregar al calendario' }).getAttribute('href')).toBe(
      `/actividades/${id}.ics`,
    );
    expect(sent.filter(({ path }) => path.startsWith('/attendances')).map(({ path }) => path)).toEqual([
      '/attendances/personal',
    ]);
    expect(router.state.location.href).toBe('/mi-asistencia');
  });

  test.each([
    ['weeks before', '2099-11-05T12:00:00Z', false, Node.DOCUMENT_POSITION_FOLLOWING],
    ['the day before, below a question', '2099-12-04T23:30:00Z', true, Node.DOCUMENT_POSITION_PRECEDING],
    ['on the day', '2099-12-05T12:00:00Z', true, Node.DOCUMENT_POSITION_FOLLOWING],
  ])('the code stands first: %s', async (_, now, isAsked, position) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
    const askedAgainAt = isAsked ? '2099-12-04T23:00:00.000Z' : null;
    open(
      respond(readPersonalLink, { body: { ...attendance, askedAgainAt, code: 'kX3v9aQ2-_mN5pR7tY1uIg' } }),
    );
    const code = await screen.findByRole('heading', { name: 'Tu código de llegada' });
    expect(code.compareDocumentPosition(screen.getByText('Vas a asistir'))).toBe(position);
    const cancel = screen.getAllByRole('button', { name: 'Cancelar Asistencia' });
    expect(cancel).toHaveLength(1);
    expect(code.compareDocumentPosition(cancel[0] as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    vi.useRealTimers();
  });

  test('after the check-in before it begins, it says so and does not offer to cancel', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2099-12-05T13:50:00Z') });
    const arrived = { code: 'kX3v9aQ2-_mN5pR7tY1uIg', checkedInAt: '2099-12-05T13:44:00.000Z' };
    const asked = { askedAgainAt: '2099-12-04T23:00:00.000Z' };
    open(respond(readPersonalLink, { body: { ...attendance, ...arrived, ...asked } }));
    await heading('Siembra de árboles');
    // With the heading: it would push down what is below it, such as the certificate's button, if it came later.
    expect(screen.getByText(/^Llegaste a las/)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByText('Vas a asistir')).toBeNull();
    for (const name of ['Cancelar Asistencia', 'Sí, voy'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    vi.useRealTimers();
  });

  test.each([
    ['with an e-mail', { email: 'rosa@example.org' }],
    ['with a name alone', {}],
  ])('cancels an attendance %s after a confirmation', async (_, stated) => {
    const { sent } = open({
      ...respond(readPersonalLink, { body: { ...attendance, email: '', ...stated } }),
      ...respond(cancelAttendance, { body: { deletedAttendance: aParticipant(1) } }, { taskId: id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    await heading('Asistencia cancelada');
    expect(screen.getByRole('link', { name: 'Ver la actividad' })).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ ...stated, token: 'abc' });
  });

  test.each([403, 404])('treats an already cancelled attendance (%s) as success', async status => {
    open({
      ...respond(readPersonalLink, { body: attendance }),
      ...respond(cancelAttendance, errorResponse(status, 'No'), { taskId: id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    await heading('Asistencia cancelada');
  });

  test('shows an error and keeps the attendance', async () => {
    open({
      ...respond(readPersonalLink, { body: attendance }),
      ...respond(cancelAttendance, 'unreachable', { taskId: id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    expect(await screen.findByText(/^Error al cancelar asistencia/)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Siembra de árboles' })).toBeTruthy();
  });

  test.each([
    ['lost', 'unreachable'],
    ["a proxy's", { status: 502 }],
  ] as const)('checks the outcome if the response is %s', async (_, response) => {
    let exists = true;
    open({
      ...respond(readPersonalLink, () => (exists ? { body: attendance } : badLink)),
      ...respond(cancelAttendance, response, { taskId: id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    exists = false;
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    await heading('Asistencia cancelada');
  });

  const deleted = { status: 404, body: { message: 'Esta actividad fue eliminada', code: 'DELETED' } };

  test('reports an activity deleted before the cancellation', async () => {
    open({
      ...respond(readPersonalLink, { body: attendance }),
      ...respond(cancelAttendance, deleted, { taskId: id }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancelar Asistencia' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Sí, cancelar' }));
    await heading('Esta actividad fue eliminada');
  });

  test('reports an activity deleted while the page is open', async () => {
    let exists = true;
    const { queryClient } = open({
      ...respond(readPersonalLink, () => (exists ? { body: attendance } : badLink)),
      ...respond(getActivity, deleted, { id }),
    });
    await heading('Siembra de árboles');
    exists = false;
    await act(() => queryClient.invalidateQueries());
    await heading('Esta actividad fue eliminada');
  });

  test('a rejected activity expects no attendees and can be cancelled', async () => {
    open(respond(readPersonalLink, { body: { ...attendance, isPublic: false } }));
    await heading('Siembra de árboles');
    expect(screen.queryByText(/te esperamos|Vas a asistir/)).toBeNull();
    expect(screen.getByText('La actividad ya no está publicada.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Cancelar Asistencia' })).toBeTruthy();
  });

  test('a malformed token is an invalid link', async () => {
    open(
      respond(readPersonalLink, {
        status: 400,
        body: { message: ['No entendimos lo que enviaste'], code: 'VALIDATION' },
      }),
      '?token=%00',
    );
    await heading('Este enlace ya no sirve');
  });

  test('past and unpublished activities offer only the remaining actions', async () => {
    open(
      respond(readPersonalLink, {
        body: { ...attendance, isPublic: false, task: { ...task, date: '2001-05-01T15:00:00.000Z' } },
      }),
    );
    await heading('Siembra de árboles');
    expect(screen.getByText(/ya pasó/)).toBeTruthy();
    expect(screen.getByText('La actividad ya no está publicada.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancelar Asistencia' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ver la actividad' })).toBeNull();
  });

  test.each([
    ['bad', '?token=abc', 'Este enlace ya no sirve'],
    ['absent', '', 'Mi asistencia'],
  ])('a %s link can be resent without revealing whether an attendance exists', async (_, search, title) => {
    const message = 'Si hay una asistencia con ese correo, te enviamos el enlace.';
    const { sent } = open(
      { ...respond(readPersonalLink, badLink), ...respond(requestPersonalLink, { body: { message } }) },
      search,
    );
    await heading(title);
    await userEvent.click(screen.getByRole('button', { name: 'Enviarme el enlace otra vez' }));
    expect(await screen.findByText('El correo electrónico es requerido')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Correo electrónico' }), 'Rosa@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Enviarme el enlace otra vez' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent.at(-1)?.body).toEqual({ email: 'rosa@example.org' });
  });

  test('does not report a server error as an invalid link', async () => {
    open(
      respond(readPersonalLink, {
        status: 429,
        body: { message: 'Demasiados intentos', code: 'RATE_LIMITED' },
      }),
    );
    expect(await screen.findByText('Demasiados intentos')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Intentar de nuevo' })).toBeTruthy();
  });
});

describe('personal-place', () => {
  const id = '0199bbbb-0000-7000-8000-000000000001';
  const task = {
    _id: id,
    title: 'Siembra de árboles',
    date: '2099-12-05T14:00:00.000Z',
    endDate: null,
    place: 'Cerro de la Eme',
    ...NO_LOCATION_DETAILS,
    questions: [],
    companionsMax: 3,
    chatUrl: null,
    needs: [],
    needsRequired: false,
  };
  const offered: PersonalAttendance = {
    taskId: id,
    name: 'Rosa',
    email: 'rosa@example.org',
    task,
    answers: [],
    isPublic: true,
    coversEmail: true,
    claims: [],
    dates: [],
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
    const isGoing = attendance.status === 'confirmed';
    expect(screen.getByText(isGoing ? 'Vas con 2 acompañantes' : 'Con 2 acompañantes')).toBeTruthy();
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

  test('who was added to the list confirms with one press', async () => {
    const { becomes, answers } = open({ ...confirmed, isAdded: true }, undefined, { body: aParticipant(1) });
    const question = 'Te agregaron a esta lista. ¿Vienes?';
    expect(await screen.findByRole('region', { name: question })).toBeTruthy();
    becomes(confirmed);
    await press('Sí, voy');
    await waitFor(() => expect(screen.queryByRole('region', { name: question })).toBeNull());
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
});

describe('personal-code', () => {
  const task = { date: '2099-12-05T14:00:00.000Z', endDate: '2099-12-05T16:00:00.000Z' };
  const attendance = { code: 'kX3v9aQ2-_mN5pR7tY1uIg', name: 'Luz', task, checkedInAt: null };
  const image = () => screen.queryByRole('img', { name: 'Código de llegada de Luz en QR' });

  afterEach(() => vi.unstubAllGlobals());

  test('the code is shown with its date, and with a short one to say', async () => {
    // jsdom has no `subtle`.
    vi.stubGlobal('crypto', webcrypto);
    renderPiece(<PersonalCode attendance={attendance} />);
    expect(screen.getByText(/^Sábado 5 de diciembre de 2099, 9:00–11:00 a\. m\./)).toBeTruthy();
    expect(image()).toBeTruthy();
    const hash = createHash('sha256').update(attendance.code).digest('hex');
    await waitFor(() =>
      expect(screen.getByRole('figure').querySelector('code')?.textContent).toBe(spokenCode(hash)),
    );
  });

  test('outside a secure context it is the whole code', async () => {
    renderPiece(<PersonalCode attendance={attendance} />);
    expect(await screen.findByText('kX3v')).toBeTruthy();
    expect(screen.getByRole('figure').querySelector('code')?.textContent).toBe(attendance.code);
  });

  test('the screen stays on while the code is shown, again after the page was hidden, and not longer', async () => {
    const release = vi.fn(async () => {});
    const request = vi.fn(async () => ({ release }));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { wakeLock: { request } }));
    const { unmount } = renderPiece(<PersonalCode attendance={attendance} />);
    await expect.poll(() => request.mock.calls.length).toBe(1);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => request.mock.calls.length).toBe(2);
    unmount();
    await expect.poll(() => release.mock.calls.length).toBeGreaterThan(0);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
  });
});
