import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, onTestFinished, test, vi } from 'vitest';
import { setLiveState } from '../../lib/live/live-state.ts';
import { useConnectionStatus } from './use-connection-status.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function StatusText() {
  const { isConnected, announcement } = useConnectionStatus();
  return <p>{`${isConnected}: ${announcement}`}</p>;
}

const setState = (state: Parameters<typeof setLiveState>[0]) => act(() => setLiveState(state));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function show(state: Parameters<typeof setLiveState>[0]) {
  setLiveState(state);
  onTestFinished(render(<StatusText />).unmount);
}

test('the first connection and a short interruption are not announced', () => {
  show('connecting');
  screen.getByText('null:');
  setState('connected');
  screen.getByText('true:');
  setState('connecting');
  wait(2_999);
  setState('connected');
  wait(5_000);
  screen.getByText('true:');
});

test('a lasting loss and the reconnection are announced', () => {
  show('connected');
  setState('connecting');
  wait(3_000);
  screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
  setState('lost');
  screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
  setState('connected');
  screen.getByText('true: Volvió la conexión en vivo.');
});
