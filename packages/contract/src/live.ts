import * as z from 'zod/mini';

const TEST_MESSAGE_MAX = 200;
const REQUIRED = 'El mensaje es requerido';
const TOO_LONG = `El mensaje debe tener como máximo ${TEST_MESSAGE_MAX} caracteres`;

/** A live notification. Absent fields get the defaults. */
const liveNotification = z.object({
  /** The id of the stored notification; absent for a test. */
  id: z.optional(z.uuid()),
  title: z._default(z.string(), 'Nueva notificación'),
  message: z._default(z.string(), 'Tienes una nueva actividad'),
  type: z._default(z.string(), 'reminder'),
  taskId: z._default(z.nullable(z.uuid()), null),
  timestamp: z.iso.datetime(),
});
export type LiveNotification = z.infer<typeof liveNotification>;

/** The server's events of the live connection, by name. The notification event has three names (docs/rules.md R5.4). */
export const liveEvents = {
  nueva_notificacion: liveNotification,
  notification: liveNotification,
  notificacion: liveNotification,
  /** The participants of the recipient's own activity have changed. */
  asistentes_actualizados: z.object({ taskId: z.uuid() }),
  /** Notifications were read, removed or added in another tab or device: the client must refetch the list. */
  notificaciones_cambiaron: z.object({}),
  /** Events may have been lost: the client must refetch the data on screen. */
  puesta_al_dia: z.object({}),
} as const satisfies Record<string, z.ZodMiniType>;

export type LiveEvent = keyof typeof liveEvents;
export type LiveData<E extends LiveEvent> = z.infer<(typeof liveEvents)[E]>;

/** The client event `test-notification`, which requests a notification to its sender; an id in it is ignored. */
export const testNotification = z.object(
  { message: z.string(REQUIRED).check(z.maxLength(TEST_MESSAGE_MAX, TOO_LONG)) },
  REQUIRED,
);
