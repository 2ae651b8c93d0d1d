import type { Socket } from 'socket.io';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { serveLive } from '../../../test/live-server.ts';
import { openLive } from './connection.ts';
import { onLive } from './live-events.ts';
import { currentLiveState, type LiveState } from './live-state.ts';

const ANA = '01930000-0000-7000-8000-00000000000a';
const TASK = '01930000-0000-7000-8000-00000000000b';

// Time passes when a test says so, at the server's end too.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => void vi.useRealTimers());

function open(address: string, onRejected = async () => false) {
  const close = openLive({ userId: ANA, address, onRejected });
  onTestFinished(close);
  return close;
}

const PATIENCE = { timeout: 10_000 };
const untilState = (state: LiveState) => expect.poll(currentLiveState, PATIENCE).toBe(state);
/** The same, while time passes: slowly beside what is on its way, so that nothing takes 20 s. */
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

/** The payloads of an event, as they come. */
function listen(event: 'asistentes_actualizados' | 'puesta_al_dia') {
  const seen: unknown[] = [];
  onTestFinished(onLive(event, data => seen.push(data)));
  return seen;
}

test('a connection by WebSocket says who it is, and again after 5 s; what comes reaches who listens', async () => {
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

test('without WebSocket it polls', async () => {
  const { heard, address } = serveLive({ transports: ['polling'] });
  open(address);
  await untilState('connected');
  expect(heard[0]).toEqual(['connection', 'polling', ANA]);
});

test('every 30 s it asks whether the server is there, and connects anew when nothing comes within 5 s', async () => {
  const { sockets, heard, address } = serveLive({ pingInterval: 600_000 });
  const answered = listen('asistentes_actualizados');
  open(address);
  await untilState('connected');
  sockets[0]?.on('ping', () => {
    sockets[0]?.emit('pong');
    // What comes after the answer tells that the answer has come.
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

test('when the server goes it tries until it is back, and says that something may have been missed', async () => {
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

test('after 15 more attempts it waits until the network is back or the tab is looked at', async () => {
  let handshakes = 0;
  let isUp = false;
  const { address } = serveLive({
    allowRequest: (_request, answer) => {
      handshakes += 1;
      answer('UNAVAILABLE', isUp);
    },
  });
  const onRejected = vi.fn(async () => true);
  open(address, onRejected);
  await soonState('lost');
  // Each by WebSocket and by polling.
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

test('when the server ends the connection, who opened it says whether there is to be another', async () => {
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

test('a session that the handshake refuses is asked about once', async () => {
  let handshakes = 0;
  const { address } = serveLive({
    allowRequest: (_request, answer) => {
      handshakes += 1;
      answer('UNAUTHENTICATED', false);
    },
  });
  const onRejected = vi.fn(async () => true);
  open(address, onRejected);
  // By WebSocket and by polling, before and after the question.
  await expect.poll(() => handshakes).toBe(4);
  await untilState('lost');
  vi.advanceTimersByTime(60_000);
  expect([handshakes, onRejected.mock.calls.length]).toEqual([4, 1]);
});

test('one connection too many is not tried again by itself', async () => {
  const { io, address } = serveLive();
  io.use((_socket: Socket, next) => next(new Error('RATE_LIMITED')));
  open(address);
  await untilState('lost');
  await expect.poll(() => io.engine.clientsCount).toBe(0);
});

test('closed before its code has come, it never opens', async () => {
  const { heard, address } = serveLive();
  open(address)();
  await import('socket.io-client');
  open(address);
  await untilState('connected');
  expect(heard.filter(([name]) => name === 'connection')).toHaveLength(1);
});
