import type { IncomingMessage } from 'node:http';

export interface ConnectionPlaces {
  /** Takes a place of the user for the handshake's connection; false if there is none left. */
  take(handshake: IncomingMessage, userId: string): boolean;
  /** To be called when the handshake failed or its connection has closed; repeatedly without effect. */
  release(handshake: IncomingMessage): void;
}

/** Counts a user's connections from the handshake on, since the transport is open before a client joins Socket.IO's namespace. */
export function createConnectionPlaces(perUser: number): ConnectionPlaces {
  const counts = new Map<string, number>();
  const holders = new WeakMap<IncomingMessage, string>();
  return {
    take(handshake, userId) {
      const count = counts.get(userId) ?? 0;
      if (count >= perUser) return false;
      counts.set(userId, count + 1);
      holders.set(handshake, userId);
      return true;
    },
    release(handshake) {
      const userId = holders.get(handshake);
      if (userId === undefined) return;
      holders.delete(handshake);
      const left = (counts.get(userId) ?? 1) - 1;
      if (left === 0) counts.delete(userId);
      else counts.set(userId, left);
    },
  };
}
