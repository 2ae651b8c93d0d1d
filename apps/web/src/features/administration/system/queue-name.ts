/** The Spanish names of the job queues. */
const names: Readonly<Record<string, string>> = {
  mails: 'Envío de correos',
  'account-emails': 'Correos de las cuentas',
  'attendance-emails': 'Correos de las asistencias',
  'answer-sweep': 'Limpieza de respuestas',
  'account-sweep': 'Limpieza de sesiones y enlaces',
  'image-sweep': 'Limpieza de imágenes',
  'feedback-sweep': 'Limpieza de lo que dijeron',
  'invitation-sweep': 'Limpieza de invitaciones',
  'mail-sweep': 'Limpieza de correos viejos',
  'notification-sweep': 'Limpieza de avisos',
  'postponed-sweep': 'Limpieza de lo aplazado',
  'reminder-sweep': 'Limpieza de recordatorios',
  'visitor-retention': 'Borrado de datos de visitantes',
  'webhook-sweep': 'Limpieza de entregas de webhooks',
  'federation-sweep': 'Limpieza de mensajes a otros servidores',
};

/** Falls back to the queue's own name. */
export const queueName = (queue: string): string => names[queue] ?? queue;
