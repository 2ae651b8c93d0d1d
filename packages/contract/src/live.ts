import * as z from 'zod/mini';

/** A live notification. Absent fields get the defaults. */
export interface LiveNotification {
  /** The id of the stored notification; absent for a test. */
  readonly id?: string;
  readonly title: string;
  readonly message: string;
  readonly type: string;
  readonly taskId: string | null;
  readonly timestamp: string;
}

/** The data of the server's events of the live connection, by name. The notification event has three names (docs/rules.md R5.4). */
interface LiveEvents {
  nueva_notificacion: LiveNotification;
  notification: LiveNotification;
  notificacion: LiveNotification;
  /** The participants of the recipient's own activity have changed. */
  asistentes_actualizados: { readonly taskId: string };
  /** Notifications were read, removed or added in another tab or device: the client must refetch the list. */
  notificaciones_cambiaron: object;
  /** Events may have been lost: the client must refetch the data on screen. */
  puesta_al_dia: object;
}
export type LiveEvent = keyof LiveEvents;
export type LiveData<E extends LiveEvent> = LiveEvents[E];

type Fields = Readonly<Record<string, unknown>>;

const isText = (value: unknown): value is string => typeof value === 'string';
const isId = (value: unknown): value is string =>
  isText(value) && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value);
const isMoment = (value: unknown): value is string =>
  isText(value) && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && !Number.isNaN(Date.parse(value));

function readNotification({
  id,
  title = 'Nueva notificación',
  message = 'Tienes una nueva actividad',
  type = 'reminder',
  taskId = null,
  timestamp,
}: Fields): LiveNotification | null {
  if (!isText(title) || !isText(message) || !isText(type) || !isMoment(timestamp)) return null;
  if (taskId !== null && !isId(taskId)) return null;
  if (id !== undefined && !isId(id)) return null;
  return { ...(id !== undefined && { id }), title, message, type, taskId, timestamp };
}

// Without schemas: every signed-in user's browser would load their library for these four forms.
const readers: { readonly [E in LiveEvent]: (data: Fields) => LiveData<E> | null } = {
  nueva_notificacion: readNotification,
  notification: readNotification,
  notificacion: readNotification,
  asistentes_actualizados: ({ taskId }) => (isId(taskId) ? { taskId } : null),
  notificaciones_cambiaron: () => ({}),
  puesta_al_dia: () => ({}),
};

export const liveEvents = Object.keys(readers) as LiveEvent[];

/** The data of an event without unknown fields, or null if they do not have its form. */
export function readLive<E extends LiveEvent>(event: E, data: unknown): LiveData<E> | null {
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject ? readers[event](data as Fields) : null;
}

const TEST_MESSAGE_MAX = 200;
const REQUIRED = 'El mensaje es requerido';
const TOO_LONG = `El mensaje debe tener como máximo ${TEST_MESSAGE_MAX} caracteres`;

/** The client event `test-notification`, which requests a notification to its sender; an id in it is ignored. */
export const testNotification = z.object(
  { message: z.string(REQUIRED).check(z.maxLength(TEST_MESSAGE_MAX, TOO_LONG)) },
  REQUIRED,
);
