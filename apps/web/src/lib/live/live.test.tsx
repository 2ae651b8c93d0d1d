import { readLive } from '@minga/contract/live';
import type { Socket } from 'socket.io';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveLive } from '../../../test/live-server.ts';
import { currentLiveState, type LiveState, onLive, openLive } from './live.ts';

const ANA = '01930000-0000-7000-8000-00000000000a';
const TASK = '01930000-0000-7000-8000-00000000000b';

// Fake timers, shared with the server in the same process.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

function open(address: string, onRejected = async () => false) {
  const close = openLive({ userId: ANA, address, onRejected });
  onTestFinished(close);
  return close;
}

const TIMESTAMP = '2026-11-29T15:00:00.000Z';
const NOTIFICATION = {
  id: ANA,
  title: 'Cupo',
  message: 'Hay un cupo',
  type: 'place',
  taskId: TASK,
  timestamp: TIMESTAMP,
};

test.each([
  ['notification', NOTIFICATION, NOTIFICATION],
  ['notification', { ...NOTIFICATION, email: 'ana@example.org' }, NOTIFICATION],
  [
    'nueva_notificacion',
    { timestamp: TIMESTAMP },
    {
      title: 'Nueva notificación',
      message: 'Tienes una nueva actividad',
      type: 'reminder',
      taskId: null,
      timestamp: TIMESTAMP,
    },
  ],
  ['notificacion', { ...NOTIFICATION, timestamp: undefined }, null],
  ['notificacion', { ...NOTIFICATION, timestamp: '2026-13-29T15:00:00Z' }, null],
  ['notificacion', { ...NOTIFICATION, timestamp: '29 Nov 2026' }, null],
  ['notificacion', { ...NOTIFICATION, id: 'a' }, null],
  ['notificacion', { ...NOTIFICATION, taskId: '' }, null],
  ['notificacion', { ...NOTIFICATION, title: 5 }, null],
  ['notificacion', { ...NOTIFICATION, message: null }, null],
  ['notificacion', { ...NOTIFICATION, type: {} }, null],
  ['asistentes_actualizados', { taskId: TASK, email: 'ana@example.org' }, { taskId: TASK }],
  ['asistentes_actualizados', {}, null],
  ['notificaciones_cambiaron', { seen: 1 }, {}],
  ['puesta_al_dia', {}, {}],
  ['puesta_al_dia', null, null],
  ['puesta_al_dia', [], null],
  ['puesta_al_dia', 'ya', null],
] as const)('reads %s: %j', (event, data, expected) => {
  expect(readLive(event, data)).toEqual(expected);
});

const PATIENCE = { timeout: 30_000 };
const untilState = (state: LiveState) => expect.poll(currentLiveState, PATIENCE).toBe(state);
/** The same while fake time advances, slowly enough that pending messages arrive before the 20 s timeout. */
const soonState = (state: LiveState) =>
  expect
    .poll(
      () => {
        vi.advanceTimersByTime(1_000);
        return currentLiveState();
      },
      { ...PATIENCE, interval: 10 },
    )
    .toBe(state);

/** Collects the payloads of an event. */
function listen(event: 'asistentes_actualizados' | 'puesta_al_dia') {
  const seen: unknown[] = [];
  onTestFinished(onLive(event, data => seen.push(data)));
  return seen;
}

test('a WebSocket connection sends the user’s id twice and passes events to listeners', async () => {
  const { io, heard, address } = serveLive();
  const missed = listen('puesta_al_dia');
  const seen = listen('asistentes_actualizados');
  const close = open(address);
  expect(currentLiveState()).toBe('connecting');
  await untilState('connected');
  expect(missed).toHaveLength(1);
  vi.advanceTimersByTime(5_000);
  await expect
    .poll(() => heard)
    .toEqual([
      ['connection', 'websocket', ANA],
      ['auth', ANA],
      ['auth', ANA],
    ]);
  io.emit('asistentes_actualizados', { taskId: 'otra cosa' });
  io.emit('asistentes_actualizados', { taskId: TASK });
  await expect.poll(() => seen).toEqual([{ taskId: TASK }]);
  close();
  await expect.poll(() => io.sockets.sockets.size).toBe(0);
});

test('falls back to polling without WebSocket', async () => {
  const { heard, address } = serveLive({ transports: ['polling'] });
  open(address);
  await untilState('connected');
  expect(heard[0]).toEqual(['connection', 'polling', ANA]);
});

test('sends a ping every 30 s and reconnects without a pong within 5 s', async () => {
  const { sockets, heard, address } = serveLive({ pingInterval: 600_000 });
  const answered = listen('asistentes_actualizados');
  open(address);
  await untilState('connected');
  sockets[0]?.on('ping', () => {
    sockets[0]?.emit('pong');
    // An event sent after the pong shows that the pong has arrived.
    sockets[0]?.emit('asistentes_actualizados', { taskId: TASK });
  });
  const pings = () => heard.filter(([name]) => name === 'ping').length;
  vi.advanceTimersByTime(30_000);
  await expect.poll(() => [pings(), answered.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(6_000);
  expect([currentLiveState(), sockets.length]).toEqual(['connected', 1]);
  sockets[0]?.removeAllListeners('ping');
  vi.advanceTimersByTime(24_000);
  await expect.poll(pings).toBe(2);
  vi.advanceTimersByTime(5_000);
  await expect.poll(() => sockets.map(({ connected }) => connected)).toEqual([false, true]);
  await untilState('connected');
});

test('reconnects to a restarted server and announces that events may have been missed', async () => {
  const { io, port, address } = serveLive();
  const missed = listen('puesta_al_dia');
  open(address);
  await untilState('connected');
  await io.close();
  await untilState('connecting');
  serveLive({}, port);
  await soonState('connected');
  expect(missed).toHaveLength(2);
});

test('after 15 failed attempts it waits until the network is back or the tab is visible', async () => {
  let handshakes = 0;
  let isUp = false;
  const { address } = serveLive({
    allowRequest: (_request, response) => {
      handshakes += 1;
      response('UNAVAILABLE', isUp);
    },
  });
  const onRejected = vi.fn(async () => true);
  open(address, onRejected);
  await soonState('lost');
  // Each attempt uses WebSocket and polling.
  expect(handshakes).toBe(2 * 16);
  dispatchEvent(new Event('online'));
  expect(currentLiveState()).toBe('connecting');
  await soonState('lost');
  expect(handshakes).toBe(2 * 32);
  isUp = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await untilState('connected');
  expect(onRejected).not.toHaveBeenCalled();
});

test('after the server closes the connection, the callback decides whether to reconnect', async () => {
  const { sockets, address } = serveLive();
  const onRejected = vi.fn().mockResolvedValue(false).mockResolvedValueOnce(true);
  open(address, onRejected);
  await expect.poll(() => sockets.length).toBe(1);
  sockets[0]?.disconnect(true);
  await expect.poll(() => sockets.length).toBe(2);
  await untilState('connected');
  sockets[1]?.disconnect(true);
  await untilState('lost');
  vi.advanceTimersByTime(60_000);
  expect([currentLiveState(), onRejected.mock.calls.length]).toEqual(['lost', 2]);
});

test('a session rejected in the handshake calls the callback once', async () => {
  let handshakes = 0;
  const { address } = serveLive({
    allowRequest: (_request, response) => {
      handshakes += 1;
      response('UNAUTHENTICATED', false);
    },
  });
  const onRejected = vi.fn(async () => true);
  open(address, onRejected);
  // By WebSocket and by polling, before and after the callback.
  await expect.poll(() => handshakes).toBe(4);
  await untilState('lost');
  vi.advanceTimersByTime(60_000);
  expect([handshakes, onRejected.mock.calls.length]).toEqual([4, 1]);
});

test('does not reconnect by itself after the connection limit', async () => {
  const { io, address } = serveLive();
  io.use((_socket: Socket, next) => next(new Error('RATE_LIMITED')));
  open(address);
  await untilState('lost');
  await expect.poll(() => io.engine.clientsCount).toBe(0);
});

test('does not connect if it is closed before its chunk has loaded', async () => {
  const { heard, address } = serveLive();
  open(address)();
  await import('socket.io-client');
  open(address);
  await untilState('connected');
  expect(heard.filter(([name]) => name === 'connection')).toHaveLength(1);
});
