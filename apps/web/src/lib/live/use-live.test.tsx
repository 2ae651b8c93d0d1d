import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test } from 'vitest';
import { serveLive } from '../../../test/live-server.ts';
import { openLive, useLive, useLiveState } from './live.ts';

const taskId = '01930000-0000-7000-8000-00000000000b';

function Piece() {
  const state = useLiveState();
  const [count, setCount] = useState(0);
  useLive('asistentes_actualizados', () => setCount(count + 1));
  return `${state}: ${count}`;
}

test('a component receives events and the connection state; rendered on the server it is connecting', async () => {
  expect(renderToString(<Piece />)).toBe('connecting: 0');
  const { io, address } = serveLive();
  const { unmount } = render(<Piece />);
  onTestFinished(unmount);
  onTestFinished(openLive({ userId: 'ana', address, onRejected: async () => false }));
  expect(await screen.findByText('connected: 0')).toBeTruthy();
  for (const count of [1, 2]) {
    io.emit('asistentes_actualizados', { taskId });
    expect(await screen.findByText(`connected: ${count}`)).toBeTruthy();
  }
});
