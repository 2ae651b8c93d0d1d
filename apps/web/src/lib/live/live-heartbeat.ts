import type { Socket } from 'socket.io-client';

// Spec 001 sections 4 and 9.
const AUTH_REPEAT_MS = 5_000;
const HEARTBEAT_MS = 30_000;
const PONG_WAIT_MS = 5_000;

/**
 * Sends the user's id, twice, and a ping every 30 s. `onTimeout` is called if the server does not respond. The returned function
 * stops it.
 */
export function startHeartbeat(socket: Socket, userId: string, onTimeout: () => void): () => void {
  let pongTimeout: ReturnType<typeof setTimeout> | undefined;
  const handlePong = () => clearTimeout(pongTimeout);
  const authenticate = () => void socket.emit('auth', userId);
  authenticate();
  const repeatAuth = setTimeout(authenticate, AUTH_REPEAT_MS);
  const beat = setInterval(() => {
    socket.emit('ping');
    pongTimeout = setTimeout(onTimeout, PONG_WAIT_MS);
  }, HEARTBEAT_MS);
  socket.on('pong', handlePong);
  return () => {
    clearTimeout(repeatAuth);
    clearInterval(beat);
    clearTimeout(pongTimeout);
    socket.off('pong', handlePong);
  };
}
