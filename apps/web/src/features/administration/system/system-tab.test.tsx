import {
  type DeadLetter,
  discardLetters,
  getSystemStatus,
  retryDeadLetter,
  retryDeadLetters,
} from '@minga/contract/system';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { renderDashboard } from '../../../../test/dashboard.ts';
import { type Responses, respond } from '../../../../test/server.ts';
import { aSystemStatus, minutesAgo } from '../../../../test/system-status.ts';

afterEach(() => void vi.useRealTimers());

const GB = 1024 ** 3;
const STATUS = 'GET /system';
const refused = { status: 409, body: { message: 'Ahora no se puede', code: 'CONFLICT' } };
const dead = (number: number, changes: Partial<DeadLetter> = {}): DeadLetter => ({
  _id: `01970000-0000-7000-8000-00000000000${number}`,
  queue: 'mails',
  failedAt: minutesAgo(number),
  attempts: 31,
  reason: 'ECONNECTION',
  ...changes,
});

/** The tab with a server that stores the dead letters; `responses` override its responses. */
function show(jobs: DeadLetter[] = [], responses: Responses = {}) {
  let rows = jobs;
  const response = (retried: number) => ({ body: { retried } });
  return renderDashboard('admin', '?tab=sistema', {
    ...respond(getSystemStatus, () => ({
      body: aSystemStatus({ deadLetters: { total: rows.length, shown: rows } }),
    })),
    ...Object.fromEntries(
      jobs.map(({ _id: id }) => [
        `POST /system/dead-letters/${id}/retry`,
        () => {
          rows = rows.filter(row => row._id !== id);
          return response(1);
        },
      ]),
    ),
    ...respond(retryDeadLetters, () => {
      rows = [];
      return response(jobs.length);
    }),
    ...responses,
  });
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const verdict = async () =>
  (await screen.findByText(/^(El sistema funciona|Hay algo que mirar)$/)).parentElement;
const factOf = async (name: string) => (await screen.findByText(name)).parentElement?.textContent;
const linesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(({ textContent }) => textContent));

test.each(['admin', 'superadmin'] as const)('shows the state of the system to a %s', async role => {
  renderDashboard(role, '?tab=sistema', respond(getSystemStatus, { body: aSystemStatus() }));
  expect((await verdict())?.textContent).toBe('El sistema funcionaLo que tenía que salir, salió.');
  expect(screen.getByText('Revisado hace un momento.')).toBeTruthy();
  expect(await factOf('Versión')).toBe('Versión1.4.0 (a1b2c3d)');
  expect(await factOf('En marcha desde')).toContain('hace 3 horas');
  expect(await factOf('Base de datos')).toBe('Base de datosResponde en 1,2 msOcupa 34,2 MB');
  expect(await factOf('Último correo enviado')).toBe('Último correo enviadohace 5 minutos');
  expect(await factOf('Última copia de seguridad')).toBe(
    'Última copia de seguridadhace 3 horas (1,25 GB)Se hizo en 42 segundos',
  );
  expect(await factOf('Imágenes')).toBe('Imágenes1.204 imágenesQuedan 12,5 GB libres de 40 GB');
  const queues = within(screen.getByRole('list', { name: 'Tareas en segundo plano' }));
  expect(queues.getAllByRole('listitem').map(item => item.textContent)).toEqual([
    'Envío de correos1.204 en espera · 5 en curso',
    'Limpieza de imágenesAl día',
    'Limpieza de invitacionesAl día',
    'Limpieza de respuestasAl día',
    'new-queue1 en curso',
  ]);
  expect(screen.getByText(/^Ninguna\. Lo que falla/)).toBeTruthy();
  expect(screen.getByText('Ninguno: todos los correos salieron.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Reintentar/ })).toBeNull();
});

test('lists problems first, in sentences', async () => {
  const oldest = { _id: dead(9)._id, recipient: 'l•••@example.org', createdAt: minutesAgo(50) };
  const unsent = [{ ...oldest, state: 'waiting' as const, failure: 'EAUTH 535' }];
  const letters = { ...aSystemStatus().letters, waiting: 3, failing: 2, unsent };
  const status = aSystemStatus({
    letters,
    deadLetters: { total: 1, shown: [dead(1)] },
    lateReminders: 1_204,
    failingWebhooks: ['Aves', 'Ríos'],
    backup: { last: null, isExpected: true, isOverdue: true },
    images: { count: 1, disk: { freeBytes: GB / 2, totalBytes: 40 * GB } },
  });
  show([], respond(getSystemStatus, { body: status }));
  expect(
    within((await verdict()) as HTMLElement)
      .getAllByRole('listitem')
      .map(item => item.textContent),
  ).toEqual([
    '2 correos no han podido salir: el servidor de correo no aceptó el usuario o la contraseña. Se intentan durante tres días; si no salen pronto, avísale a quien mantiene el servidor.',
    'Una tarea falló y no se volverá a intentar sola. En Sistema ves por qué y las reintentas.',
    '1.204 recordatorios están atrasados. Si siguen así en diez minutos, avísale a quien mantiene el servidor.',
    'Queda poco espacio para las imágenes. Pídele más a quien mantiene el servidor.',
    'Todavía no hay ninguna copia de seguridad. Pídele a quien mantiene el servidor que haga una cada noche con «sudo minga backup».',
    'Los webhooks de «Aves» y «Ríos» fallan hace más de una hora. Quienes administran el colectivo ven la causa en «Entregas».',
  ]);
});

test('says that a public site without a mail server keeps its e-mails', async () => {
  const unsent = [
    { _id: dead(1)._id, recipient: 'a•••@example.org', createdAt: minutesAgo(50), failure: null },
  ].map(email => ({ ...email, state: 'waiting' as const }));
  const letters = { ...aSystemStatus().letters, isKept: true, waiting: 1_204, unsent, lastSentAt: null };
  show([], respond(getSystemStatus, { body: aSystemStatus({ letters }) }));
  expect((await verdict())?.textContent).toContain(
    'No hay servidor de correo, así que no sale ningún correo y nadie puede verificar su cuenta. 1.204 correos esperan, hasta 90 días. Pídele a quien mantiene el servidor que ponga SMTP_URL.',
  );
  expect(await factOf('Último correo enviado')).toMatch(
    /Sin servidor de correo: los mensajes se guardan y salen/,
  );
  expect(
    screen.getByText(/^Salen cuando haya servidor de correo, menos los que ya no sirvan\./),
  ).toBeTruthy();
});

test('says that a restored site holds its deliveries, and how they are released', async () => {
  const letters = { ...aSystemStatus().letters, isKept: true, isHeld: true, waiting: 3 };
  show([], respond(getSystemStatus, { body: aSystemStatus({ letters }) }));
  const text = (await verdict())?.textContent;
  expect(text).toContain('sus envíos están retenidos');
  expect(text).toContain('«sudo minga deliveries -- release»');
  expect(text).not.toContain('SMTP_URL');
  expect(await factOf('Último correo enviado')).toContain('Retenidos desde que se restauró una copia');
});

test.each([
  [0, 'Último correo enviadohace 5 minutos'],
  [
    1,
    'Último correo enviadohace 5 minutosUn correo no se envió: ya no servía cuando pudo salir, o pasaron 90 días.',
  ],
  [
    1_204,
    'Último correo enviadohace 5 minutos1.204 correos no se enviaron: ya no servían cuando pudieron salir, o pasaron 90 días.',
  ],
])('counts the e-mails that were of no use any more: %d', async (expired, text) => {
  const letters = { ...aSystemStatus().letters, expired };
  show([], respond(getSystemStatus, { body: aSystemStatus({ letters }) }));
  expect(await factOf('Último correo enviado')).toBe(text);
  expect((await verdict())?.textContent).toContain('El sistema funciona');
});

test('shows external image storage and the local mailbox', async () => {
  const letters = { ...aSystemStatus().letters, isLocalMailbox: true, lastSentAt: null };
  show([], respond(getSystemStatus, { body: aSystemStatus({ letters, images: { count: 1, disk: null } }) }));
  expect(await factOf('Último correo enviado')).toMatch(/^Último correo enviadoNinguno todavíaSin servidor/);
  expect(await factOf('Imágenes')).toBe('ImágenesUna imagenEn un almacén compatible con S3');
});

test.each([
  [true, /^Última copia de seguridadNuncaQuien mantiene el servidor la hace con «sudo minga backup/],
  [false, /^Última copia de seguridadNinguna con MingaEste sitio las guarda por otro medio/],
])('shows a site without backups, expected ones: %s', async (isExpected, text) => {
  const backup = { last: null, isExpected, isOverdue: false };
  show([], respond(getSystemStatus, { body: aSystemStatus({ backup }) }));
  expect(await factOf('Última copia de seguridad')).toMatch(text);
  expect((await verdict())?.textContent).toContain('El sistema funciona');
});

test('lists unsent e-mails with recipient, waiting time, reason and state', async () => {
  const common = { createdAt: minutesAgo(50) };
  const id = (number: number) => dead(number)._id;
  const unsent = [
    {
      ...common,
      _id: id(1),
      recipient: 'a•••@example.org',
      state: 'given-up',
      failure: 'EENVELOPE 550 5.1.1',
    },
    { ...common, _id: id(2), recipient: 'l•••@example.org', state: 'waiting', failure: 'EAUTH 535' },
    { ...common, _id: id(3), recipient: 'r•••@example.org', state: 'waiting', failure: null },
  ] as const;
  const letters = { ...aSystemStatus().letters, waiting: 24, failing: 1, givenUp: 1, unsent: [...unsent] };
  show([], respond(getSystemStatus, { body: aSystemStatus({ letters }) }));
  expect(linesOf(await screen.findByRole('table', { name: 'Correos que no han salido' }))).toEqual([
    [
      'Paraa•••@example.org',
      'Desdehace 50 minutos',
      'Por quéLa dirección no existeEENVELOPE 550 5.1.1',
      'EstadoSin más intentos',
      'ReintentarDescartar',
    ],
    [
      'Paral•••@example.org',
      'Desdehace 50 minutos',
      'Por quéEl servidor de correo no aceptó el usuario o la contraseñaEAUTH 535',
      'EstadoSe reintenta',
    ],
    ['Parar•••@example.org', 'Desdehace 50 minutos', 'Por quéTodavía no se intenta', 'EstadoEn espera'],
  ]);
  expect(screen.getByText(/Aquí están los 3 más antiguos de 25\./)).toBeTruthy();
});

test('a mistyped address is no problem of the system; its e-mail is retried or discarded, alone or with all others', async () => {
  const unsentOf = (numbers: readonly number[]) =>
    numbers.map(number => ({
      _id: dead(number)._id,
      recipient: `${number}•••@example.org`,
      createdAt: minutesAgo(50),
      state: 'given-up' as const,
      failure: 'EENVELOPE 550 5.1.1',
    }));
  let left = [1, 2, 3, 4];
  const without = (number: number) => () => {
    left = left.filter(one => one !== number);
    return { body: { discarded: 1, retried: 1 } };
  };
  const { requestsTo } = show([], {
    ...respond(getSystemStatus, () => {
      const letters = { ...aSystemStatus().letters, givenUp: left.length, unsent: unsentOf(left) };
      return { body: aSystemStatus({ letters }) };
    }),
    [`POST /system/letters/${dead(1)._id}/discard`]: without(1),
    [`POST /system/letters/${dead(2)._id}/retry`]: without(2),
    ...respond(discardLetters, () => {
      left = [];
      return { body: { discarded: 2 } };
    }),
  });
  expect((await verdict())?.textContent).toContain('El sistema funciona');
  await userEvent.dblClick(await button('Descartar: 1•••@example.org, hace 50 minutos'));
  expect(await screen.findByText('El correo se descartó')).toBeTruthy();
  await userEvent.click(await button('Reintentar: 2•••@example.org, hace 50 minutos'));
  expect(await screen.findByText('El correo se intentará de nuevo')).toBeTruthy();
  await userEvent.click(await button('Descartar los 2 sin más intentos'));
  expect(await screen.findByText('Los correos sin más intentos se descartaron')).toBeTruthy();
  expect(await screen.findByText('Ninguno: todos los correos salieron.')).toBeTruthy();
  expect(requestsTo(`POST /system/letters/${dead(1)._id}/discard`)).toHaveLength(1);
});

test('retries a failed job and focuses the next one', async () => {
  const { requestsTo } = show([
    dead(1),
    dead(2, { queue: 'image-sweep', attempts: 1, reason: 'boom' }),
    dead(3, { queue: 'account-emails', reason: null }),
  ]);
  const table = await screen.findByRole('table', { name: 'Tareas que fallaron' });
  expect(linesOf(table)).toEqual([
    [
      'Envío de correos',
      'Por quéNo pudimos hablar con el servidor de correoECONNECTION',
      'Cuándohace 1 minuto31 intentos',
      'Reintentar',
    ],
    [
      'Limpieza de imágenes',
      'Por quéFalló por un problema del programaboom',
      'Cuándohace 2 minutosUn intento',
      'Reintentar',
    ],
    ['Correos de las cuentas', 'Por quéNo se sabe', 'Cuándohace 3 minutos31 intentos', 'Reintentar'],
  ]);
  await userEvent.dblClick(await button('Reintentar: Envío de correos, hace 1 minuto'));
  expect(await screen.findByText('La tarea se intentará de nuevo')).toBeTruthy();
  await expect.poll(() => linesOf(table)).toHaveLength(2);
  expect(requestsTo(`POST /system/dead-letters/${dead(1)._id}/retry`)).toHaveLength(1);
  await expect
    .poll(() => document.activeElement?.getAttribute('aria-label'))
    .toBe('Reintentar: Limpieza de imágenes, hace 2 minutos');
});

test('retries all failed jobs and focuses the heading of the empty list', async () => {
  const { requestsTo } = show([dead(1), dead(2)]);
  await userEvent.click(await button('Reintentar todas'));
  expect(await screen.findByText('Las tareas se intentarán de nuevo')).toBeTruthy();
  await expect.poll(() => screen.queryByRole('table', { name: 'Tareas que fallaron' })).toBeNull();
  expect(requestsTo('POST /system/dead-letters/retry')).toHaveLength(1);
  await expect.poll(() => document.activeElement?.textContent).toBe('Tareas que fallaron');
  expect((await verdict())?.textContent).toContain('El sistema funciona');
});

test('a failed retry is reported, and the job stays listed', async () => {
  show([dead(1)], respond(retryDeadLetter, refused, { id: dead(1)._id }));
  await userEvent.click(await button(/^Reintentar:/));
  expect(await screen.findByText('Ahora no se puede')).toBeTruthy();
  expect(await button(/^Reintentar:/)).toBeTruthy();
});

test('announces a manual refresh and polls silently', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { requestsTo } = show();
  const again = await button('Revisar ahora');
  expect(requestsTo(STATUS)).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(requestsTo(STATUS)).toHaveLength(2);
  expect(screen.queryByText('Revisado.')).toBeNull();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(again);
  expect((await screen.findByText('Revisado.')).getAttribute('role')).toBe('status');
  expect(requestsTo(STATUS)).toHaveLength(3);
});

test('polling stops after half an hour until a manual refresh', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { requestsTo } = show();
  const again = await button('Revisar ahora');
  await act(() => vi.advanceTimersByTimeAsync(60 * 60_000));
  expect(requestsTo(STATUS)).toHaveLength(60);
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(again);
  await screen.findByText('Revisado.');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(requestsTo(STATUS)).toHaveLength(63);
});

test('shows a loading state', async () => {
  renderDashboard('admin', '?tab=sistema');
  expect(await screen.findByText('Revisando el sistema...')).toBeTruthy();
});

test('a failed request is reported and can be retried; the previous data stays', async () => {
  let response: object = refused;
  show(
    [],
    respond(getSystemStatus, () => response),
  );
  expect(await screen.findByText('Ahora no se puede')).toBeTruthy();
  response = { body: aSystemStatus() };
  await userEvent.click(await button('Intentar de nuevo'));
  expect((await verdict())?.textContent).toContain('El sistema funciona');
  expect(screen.queryByText('Ahora no se puede')).toBeNull();
  response = refused;
  await userEvent.click(await button('Revisar ahora'));
  expect(await screen.findByText('Ahora no se puede')).toBeTruthy();
  expect((await verdict())?.textContent).toContain('El sistema funciona');
});
