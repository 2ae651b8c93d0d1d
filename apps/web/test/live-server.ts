import type { AddressInfo } from 'node:net';
import { Server, type ServerOptions, type Socket } from 'socket.io';
import { onTestFinished } from 'vitest';

/** A Socket.IO server until the test is over, its connections, and what they have sent and how they came. */
export function serveLive(options: Partial<ServerOptions> = {}, port = 0) {
  const io = new Server(port, options);
  const sockets: Socket[] = [];
  const heard: unknown[][] = [];
  io.on('connection', socket => {
    sockets.push(socket);
    heard.push(['connection', socket.conn.transport.name, socket.handshake.query.userId]);
    socket.onAny((...event) => heard.push(event));
  });
  onTestFinished(() => io.close());
  const bound = (io.httpServer.address() as AddressInfo).port;
  return { io, sockets, heard, port: bound, address: `http://127.0.0.1:${bound}` };
}
