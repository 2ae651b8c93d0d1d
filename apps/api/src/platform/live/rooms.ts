import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Session } from '../http/session.ts';

interface LiveData {
  /** That the connection was opened with. */
  session: Session;
  /** Ids of what it was given last. */
  given: Set<string>;
}

/** A process's live connections. */
export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;

export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
