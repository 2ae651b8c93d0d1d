import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { Session } from '../http/session.ts';

interface LiveData {
  session: Session;
  /** Ids of the messages delivered last. */
  deliveredIds: Set<string>;
}

export type LiveServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;
export type LiveSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, LiveData>;

export const userRoom = (userId: string): string => `user:${userId}`;
export const sessionRoom = (sessionId: string): string => `session:${sessionId}`;
