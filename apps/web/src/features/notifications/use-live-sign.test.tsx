import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, onTestFinished, test, vi } from 'vitest';
import { setLiveState } from '../../lib/live/live-state.ts';
import { useLiveSign } from './use-live-sign.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function Sign() {
  const { isConnected, news } = useLiveSign();
  return <p>{`${isConnected}: ${news}`}</p>;
}

const become = (state: Parameters<typeof setLiveState>[0]) => act(() => setLiveState(state));
const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

function show(state: Parameters<typeof setLiveState>[0]) {
  setLiveState(state);
  onTestFinished(render(<Sign />).unmount);
}

test('a beginning is nothing to speak of, nor is a moment without', () => {
  show('connecting');
  screen.getByText('null:');
  become('connected');
  screen.getByText('true:');
  become('connecting');
  wait(2_999);
  become('connected');
  wait(5_000);
  screen.getByText('true:');
});

test('a loss that lasts is told, and the return', () => {
  show('connected');
  become('connecting');
  wait(3_000);
  screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
  become('lost');
  screen.getByText('false: Se perdió la conexión en vivo. Seguimos intentando.');
  become('connected');
  screen.getByText('true: Volvió la conexión en vivo.');
});
