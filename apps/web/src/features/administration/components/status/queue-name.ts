/** What people read for a queue of jobs. */
const names: Readonly<Record<string, string>> = {
  mails: 'Envío de correos',
  'account-letters': 'Correos de las cuentas',
  'attendance-letters': 'Correos de las asistencias',
  'account-sweep': 'Limpieza de sesiones y enlaces',
  'image-sweep': 'Limpieza de imágenes',
  'mail-sweep': 'Limpieza de correos viejos',
  'notification-sweep': 'Limpieza de notificaciones',
  'reminder-sweep': 'Limpieza de recordatorios',
};

/** The name of a queue that is not known here yet is better than none. */
export const queueName = (queue: string): string => names[queue] ?? queue;
