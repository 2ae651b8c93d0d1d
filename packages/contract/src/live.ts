import * as z from 'zod/mini';

const TEST_MESSAGE_MAX = 200;
const REQUIRED = 'El mensaje es requerido';
const TOO_LONG = `El mensaje debe tener como máximo ${TEST_MESSAGE_MAX} caracteres`;

/** Something new for the bell. What a sender leaves out is as spec 001 section 3 says. */
const liveNotification = z.object({
  /** Of the stored notification; a test has none. */
  id: z.optional(z.uuid()),
  title: z._default(z.string(), 'Nueva notificación'),
  message: z._default(z.string(), 'Tienes una nueva actividad'),
  type: z._default(z.string(), 'reminder'),
  taskId: z._default(z.nullable(z.uuid()), null),
  timestamp: z.iso.datetime(),
});
export type LiveNotification = z.infer<typeof liveNotification>;

/** What the server sends over the live connection, by the name of its event. The bell's has three names (spec 001 section 7). */
export const liveEvents = {
  nueva_notificacion: liveNotification,
  notification: liveNotification,
  notificacion: liveNotification,
  /** The list of who comes to this activity of one's own has changed. */
  asistentes_actualizados: z.object({ taskId: z.uuid() }),
  /** The stored notifications were read or removed elsewhere, or came to another tab: the list is to be asked again. */
  notificaciones_cambiaron: z.object({}),
  /** Something may have been missed: what is on the screen is to be asked again. */
  puesta_al_dia: z.object({}),
} as const satisfies Record<string, z.ZodMiniType>;

export type LiveEvent = keyof typeof liveEvents;
export type LiveData<E extends LiveEvent> = z.infer<(typeof liveEvents)[E]>;

/** `test-notification`: asks for a notification to oneself; whose id it carries does not matter. */
export const testNotification = z.object(
  { message: z.string(REQUIRED).check(z.maxLength(TEST_MESSAGE_MAX, TOO_LONG)) },
  REQUIRED,
);
