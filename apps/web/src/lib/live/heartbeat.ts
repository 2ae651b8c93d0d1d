import type { Socket } from 'socket.io-client';

// Spec 001 sections 4 and 9.
const AUTH_AGAIN_MS = 5_000;
const HEARTBEAT_MS = 30_000;
const PONG_WAIT_MS = 5_000;

/**
 * Says who is connected, twice, and asks every 30 s whether the server is there; `onSilence` runs when it does not answer.
 * Ends with the returned function.
 */
export function startHeartbeat(socket: Socket, userId: string, onSilence: () => void): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const hear = () => clearTimeout(waiting);
  const authenticate = () => void socket.emit('auth', userId);
  authenticate();
  const again = setTimeout(authenticate, AUTH_AGAIN_MS);
  const beat = setInterval(() => {
    socket.emit('ping');
    waiting = setTimeout(onSilence, PONG_WAIT_MS);
  }, HEARTBEAT_MS);
  socket.on('pong', hear);
  return () => {
    clearTimeout(again);
    clearInterval(beat);
    clearTimeout(waiting);
    socket.off('pong', hear);
  };
}
