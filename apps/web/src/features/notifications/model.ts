import type { NotificationKind } from '@minga/contract/notification-settings';

/** The texts of each kind in the preferences, and the name of its e-mails on the unsubscribe page. */
export const kindNames: Record<NotificationKind, { title: string; text: string; mails: string }> = {
  reminder: {
    title: 'Recordatorios',
    text: 'Los que configuras antes de una actividad.',
    mails: 'los recordatorios de actividades',
  },
  attendance: {
    title: 'Asistencias a mis actividades',
    text: 'Quién confirma que viene, y quién ya no.',
    mails: 'los correos sobre quién asiste a tus actividades',
  },
  change: {
    title: 'Cambios en actividades a las que voy',
    text: 'Otra fecha, otro lugar, o que ya no se hará.',
    mails: 'los correos sobre cambios en las actividades a las que vas',
  },
  moderation: {
    title: 'Revisión de mis actividades',
    text: 'Si las aprueban, o por qué no.',
    mails: 'los correos sobre la revisión de tus actividades',
  },
  messages: {
    title: 'Mensajes de quienes organizan',
    text: 'Lo que te escribe quien organiza una actividad a la que vas, y después la pregunta de cómo te fue.',
    mails: 'los mensajes de quienes organizan las actividades a las que vas',
  },
  follow: {
    title: 'Lo que sigo y lo que busco',
    text: 'Actividades nuevas de los colectivos que sigues y de tus búsquedas guardadas. Cada cuánto te escribimos lo eliges en cada una.',
    mails: 'los correos sobre actividades nuevas de lo que sigues y lo que buscas',
  },
};
