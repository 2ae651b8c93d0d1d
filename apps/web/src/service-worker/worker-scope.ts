// The worker's part of ServiceWorkerGlobalScope: TypeScript's libraries for workers and for pages exclude each other.

export interface LifetimeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

/** A page's request to cache hashed files that it has loaded without the worker, and a set of code. */
export interface CodeRequest {
  readonly loaded: readonly string[];
  readonly set: string | null;
}

/** Activate in place of the running version; delete Workbox's list of the images; whether all these files belong to this version. */
type Message =
  | 'activate'
  | 'deleteImageList'
  | { readonly cache: CodeRequest }
  | { readonly includes: readonly string[] };

interface WindowClient {
  readonly url: string;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}

interface Clients {
  claim(): Promise<void>;
  matchAll(options: { type: 'window' }): Promise<readonly WindowClient[]>;
  openWindow(url: string): Promise<WindowClient | null>;
}

interface NotificationClick extends LifetimeEvent {
  readonly notification: Notification;
}

interface Push extends LifetimeEvent {
  readonly data: { json(): unknown } | null;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly location: Location;
  readonly clients: Clients;
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifetimeEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClick) => void): void;
  addEventListener(type: 'push', listener: (event: Push) => void): void;
  addEventListener(type: 'message', listener: (event: LifetimeEvent & MessageEvent<Message>) => void): void;
}

export const scope = globalThis as unknown as Scope;
