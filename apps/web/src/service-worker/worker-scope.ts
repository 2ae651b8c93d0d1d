// What this worker uses of its own world: TypeScript's library for workers and the one for pages exclude each other.

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface AskedEvent extends LifeEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

interface Scope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: AskedEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export const scope = globalThis as unknown as Scope;
