import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { anEntry } from '../../../../test/entry.ts';
import { renderInRouter } from '../../../../test/render.tsx';
import { type Answers, answerWith } from '../../../../test/server.ts';
import { announceLive } from '../../../lib/live/live-events.ts';
import { setLiveState } from '../../../lib/live/live-state.ts';
import { copyKey, readCopy, writeCopy } from '../stored-copy.ts';
import { NotificationBell } from './notification-bell.tsx';

const idOf = (number: number) => `01960000-0000-7000-8000-00000000000${number}`;
const taskOf = (number: number) => `01930000-0000-7000-8000-00000000000${number}`;
const NOW = Date.now();
/** The notification of this number, the higher the newer, each about an activity of its own. */
const numbered = (number: number, read = false) =>
  anEntry({
    id: idOf(number),
    taskId: taskOf(number),
    title: `Aviso ${number}`,
    timestamp: new Date(NOW + number).toISOString(),
    read,
  });

const LIST = 'GET /notifications/recibidas';
const READ = 'POST /notifications/recibidas/leidas';
const removal = (number: number) => `DELETE /notifications/recibidas/${idOf(number)}`;

beforeEach(() => setLiveState('connected'));

/** Ana's bell, on a server that keeps what it is told. */
async function show(entries = [numbered(2), numbered(1)], answers: Answers = {}) {
  let kept = entries;
  const sent = answerWith({
    [LIST]: () => ({ body: kept, total: kept.length }),
    [READ]: ({ body }) => {
      const { ids } = body as { ids: string[] };
      kept = kept.map(entry => ({ ...entry, read: entry.read || ids.includes(entry.id) }));
      return { status: 204 };
    },
    ...Object.fromEntries(
      [1, 2, 3].map(number => [
        removal(number),
        () => {
          kept = kept.filter(({ id }) => id !== idOf(number));
          return { status: 204 };
        },
      ]),
    ),
    ...answers,
  });
  const { router } = await renderInRouter(<NotificationBell userId="ana" />);
  return {
    sent,
    router,
    elsewhere: (next: typeof entries) => {
      kept = next;
      act(() => announceLive('notificaciones_cambiaron', {}));
    },
  };
}

const bell = (name: string) => screen.findByRole('button', { name });
const titles = () =>
  screen.getAllByRole('listitem').map(line => within(line).getByText(/^Aviso/).textContent);
const arrive = (number: number, event = 'nueva_notificacion', changes = {}) => {
  const { read: _, ...live } = numbered(number);
  act(() => announceLive(event, { ...live, ...changes }));
};

async function open(name = 'Notificaciones: 2 sin leer') {
  await userEvent.click(await bell(name));
  return within(await screen.findByRole('dialog', { name: 'Notificaciones' }));
}

test('it counts what is unread; opening it reads all, and shows what was new', async () => {
  const { sent } = await show([numbered(3, true), numbered(2), numbered(1)]);
  const panel = await open();
  expect(await panel.findAllByText('Nueva')).toHaveLength(2);
  expect(titles()).toEqual(['Aviso 3 ', 'Aviso 2 Nueva', 'Aviso 1 Nueva']);
  await bell('Notificaciones');
  await waitFor(() =>
    expect(sent.find(({ path }) => path.endsWith('leidas'))?.body).toEqual({ ids: [idOf(2), idOf(1)] }),
  );
  expect(document.activeElement?.id).toBe('notificaciones');
  await userEvent.click(await bell('Notificaciones'));
  await userEvent.click(await bell('Notificaciones'));
  expect(await panel.findByText('Aviso 2')).toBeTruthy();
  expect(panel.queryByText('Nueva')).toBeNull();
});

test('the count is there for the eye, too', async () => {
  await show();
  expect((await bell('Notificaciones: 2 sin leer')).textContent).toBe('2');
});

test('without any it says what it is for', async () => {
  await show([]);
  const panel = await open('Notificaciones');
  expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
  expect(panel.getByText('Te avisaremos cuando tengas algo nuevo')).toBeTruthy();
  expect(panel.queryByRole('button', { name: 'Limpiar' })).toBeNull();
});

test('one is removed, and the focus stays in the list', async () => {
  const { sent } = await show();
  const panel = await open();
  await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
  await waitFor(() => expect(titles()).toHaveLength(1));
  expect(sent.some(({ method, path }) => method === 'DELETE' && path.endsWith(idOf(2)))).toBe(true);
  expect(document.activeElement).toBe(panel.getByRole('button', { name: 'Quitar: Aviso 1' }));
});

test('what could not be removed comes back, and why is told', async () => {
  await show(undefined, { [removal(2)]: { status: 409, body: { message: 'Ahora no', code: 'X' } } });
  const panel = await open();
  await userEvent.click(await panel.findByRole('button', { name: 'Quitar: Aviso 2' }));
  expect(await screen.findByText('Ahora no')).toBeTruthy();
  expect(titles()).toHaveLength(2);
});

test('all are cleared, in the copy of this browser, too', async () => {
  await show();
  const panel = await open();
  await waitFor(() => expect(readCopy('ana', new Date())).toHaveLength(2));
  await userEvent.click(await panel.findByRole('button', { name: 'Limpiar' }));
  expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
  await waitFor(() => expect(readCopy('ana', new Date())).toEqual([]));
});

test('what came unseen before the clearing was sent is not cleared', async () => {
  const { elsewhere, sent } = await show();
  const panel = await open();
  await waitFor(() => expect(sent.some(({ path }) => path.endsWith('leidas'))).toBe(true));
  onlineManager.setOnline(false);
  onTestFinished(() => onlineManager.setOnline(true));
  await userEvent.click(await panel.findByRole('button', { name: 'Limpiar' }));
  expect(await panel.findByText('No hay notificaciones')).toBeTruthy();
  elsewhere([numbered(3), numbered(2, true), numbered(1, true)]);
  act(() => onlineManager.setOnline(true));
  expect(await panel.findByText(/^Aviso 3/)).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Aviso 3 Nueva']));
  const removed = sent.filter(({ method }) => method === 'DELETE').map(({ path }) => path.split('/').at(-1));
  expect(removed).toEqual([idOf(2), idOf(1)]);
});

test('one that is clicked leads to its activity', async () => {
  const { router } = await show();
  const panel = await open();
  await userEvent.click(await panel.findByRole('link', { name: /Aviso 1/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/actividades/${taskOf(1)}`));
});

test('what arrives while it is open is read by a click', async () => {
  const { sent } = await show([]);
  const panel = await open('Notificaciones');
  arrive(1, 'notification', { taskId: null });
  await bell('Notificaciones: 1 sin leer');
  await userEvent.click(await panel.findByRole('button', { name: /^Aviso 1/ }));
  await bell('Notificaciones');
  expect(sent.find(({ path }) => path.endsWith('leidas'))?.body).toEqual({ ids: [idOf(1)] });
});

test('what arrives while it is open is read when it closes', async () => {
  const { sent } = await show([]);
  const panel = await open('Notificaciones');
  arrive(1);
  expect(await panel.findByText(/^Aviso 1/)).toBeTruthy();
  await userEvent.click(await bell('Notificaciones: 1 sin leer'));
  await bell('Notificaciones');
  expect(sent.find(({ path }) => path.endsWith('leidas'))?.body).toEqual({ ids: [idOf(1)] });
});

test.each(['nueva_notificacion', 'notification', 'notificacion'])(
  'an arrival by %s is counted and told, once',
  async event => {
    await show([numbered(1, true)]);
    await bell('Notificaciones');
    arrive(2, event);
    arrive(2, 'notificacion');
    await bell('Notificaciones: 1 sin leer');
    expect(screen.getAllByText(/^Aviso 2: Rosa asistirá/)).toHaveLength(1);
  },
);

test('another of the same activity within 5 s is passed over', async () => {
  await show([]);
  await bell('Notificaciones');
  arrive(1);
  arrive(2, 'nueva_notificacion', { taskId: taskOf(1) });
  await bell('Notificaciones: 1 sin leer');
  expect(screen.queryByText(/^Aviso 2/)).toBeNull();
});

test('what cannot be read as a notification is complained of', async () => {
  await show([]);
  await bell('Notificaciones');
  act(() => announceLive('nueva_notificacion', { title: 7 }));
  expect(await screen.findByText('Error procesando notificación')).toBeTruthy();
});

test('what other tabs have read and removed is so here', async () => {
  const { elsewhere } = await show();
  await bell('Notificaciones: 2 sin leer');
  elsewhere([numbered(2)]);
  await bell('Notificaciones: 1 sin leer');
});

test('without a server it shows what this browser kept, and follows its other tabs', async () => {
  writeCopy('ana', [numbered(1)], new Date());
  setLiveState('lost');
  await show([], { [LIST]: 'unreachable' });
  await bell('Notificaciones: 1 sin leer');
  writeCopy('ana', [numbered(1), numbered(2)], new Date());
  act(() => void dispatchEvent(new StorageEvent('storage', { key: copyKey('ana') })));
  await bell('Notificaciones: 2 sin leer');
});
