import {
  ADMIN_PASSWORD_MIN,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PHONE_MAX,
  PHONE_MIN,
  RECOVERY_MINUTES,
  USERNAME_MAX,
  USERNAME_MIN,
  VERIFICATION_HOURS,
} from '@minga/contract/accounts';
import {
  DESCRIPTION_MAX,
  PLACE_MAX,
  PROMOTION_DAYS,
  RESPONSIBLE_MAX,
  SEARCH_MAX,
  TITLE_MAX,
} from '@minga/contract/activities';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { REJECTION_REASON_MAX } from '@minga/contract/administration/activities';
import { TOP_ENTRIES } from '@minga/contract/administration/attendances';
import { BULK_MAX } from '@minga/contract/administration/bulk-decisions';
import { DECISION_UNDO_MINUTES, NOTE_MAX } from '@minga/contract/administration/reports';
import { USERS_PAGE_SIZE } from '@minga/contract/administration/users';
import { CHART_WEEKS } from '@minga/contract/administration/week-count';
import {
  COLLECTIVE_DESCRIPTION_MAX,
  COLLECTIVE_NAME_MAX,
  COLLECTIVE_PLACE_MAX,
} from '@minga/contract/collectives';
import { ATTENDEE_NAME_MAX } from '@minga/contract/confirmation';
import { DOOR_CLOSES_DAYS, DOOR_OPENS_HOURS } from '@minga/contract/door-hours';
import { FEEDBACK_MAX } from '@minga/contract/feedback';
import { FEEDBACK_DAYS } from '@minga/contract/feedback-period';
import { HOURS_MAX, HOURS_MIN } from '@minga/contract/hours';
import { IDENTITY_MINUTES } from '@minga/contract/identity';
import { IMAGE_BYTES_MAX, IMAGE_PIXELS_MAX, IMAGE_TYPES } from '@minga/contract/images';
import { LEGAL_TEXT_MAX } from '@minga/contract/legal';
import { DIRECTIONS_MAX } from '@minga/contract/location';
import { MEMORY_IMAGES_MAX, MEMORY_TEXT_MAX } from '@minga/contract/memory';
import { NEED_NAME_MAX, NEED_NOTE_MAX, NEED_QUANTITY_MAX, NEEDS_MAX } from '@minga/contract/needs';
import { NOTIFICATIONS_MAX } from '@minga/contract/notifications';
import {
  CAPACITY_MAX,
  COMPANIONS_MAX,
  OFFER_HOURS,
  OFFER_NOW_MINUTES,
  OFFER_SOON_HOURS,
} from '@minga/contract/places';
import { EMAIL_CHANGE_HOURS } from '@minga/contract/profile';
import {
  ANSWER_MAX,
  ANSWERS_KEPT_DAYS,
  OPTION_MAX,
  OPTIONS_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
} from '@minga/contract/questions';
import { DAYS_BEFORE_MAX, DAYS_BEFORE_MIN } from '@minga/contract/reminders';
import { APPEAL_TEXT_MAX, REPORT_TEXT_MAX, REPORTS_AN_HOUR } from '@minga/contract/reports';
import { RESET_HOURS, SECOND_STEP_MINUTES } from '@minga/contract/second-factor';
import { INVITATION_DAYS, INVITATIONS_A_DAY, INVITATIONS_PER_ADDRESS } from '@minga/contract/teams';
import { EMAIL_MAX } from '@minga/contract/text';
import { RECOVERY_CODES } from '@minga/contract/totp';
import { OCCURRENCES_MAX, OCCURRENCES_MIN, SERIES_DAYS_MAX } from '@minga/contract/written-repeat';
import { expect, it } from 'vitest';
import { digits } from '../../lib/digits.ts';
import { manualTexts } from './manual-source.ts';

const characters = (count: number) => `${digits(count)} caracteres`;
const megabytes = IMAGE_BYTES_MAX / 1024 ** 2;

const stated = {
  Título: characters(TITLE_MAX),
  Descripción: characters(DESCRIPTION_MAX),
  Lugar: characters(PLACE_MAX),
  'Cómo llegar': characters(DIRECTIONS_MAX),
  'Del inicio al fin': `${DURATION_DAYS_MAX} días`,
  'Fechas de una serie': `de ${OCCURRENCES_MIN} a ${OCCURRENCES_MAX}`,
  'De la primera a la última fecha': `${SERIES_DAYS_MAX} días`,
  Cupos: `de 1 a ${digits(CAPACITY_MAX)} personas`,
  'Acompañantes por persona': String(COMPANIONS_MAX),
  'Tareas y cosas de una actividad': String(NEEDS_MAX),
  'Nombre de una tarea o cosa': characters(NEED_NAME_MAX),
  'Cantidad de cada una': `de 1 a ${digits(NEED_QUANTITY_MAX)}`,
  'Nota de una tarea o cosa': characters(NEED_NOTE_MAX),
  'Preguntas al confirmar': String(QUESTIONS_MAX),
  Pregunta: characters(QUESTION_MAX),
  'Opciones de una pregunta': `de 2 a ${OPTIONS_MAX}, de ${characters(OPTION_MAX)}`,
  Respuesta: characters(ANSWER_MAX),
  'Se guardan las respuestas': `${ANSWERS_KEPT_DAYS} días`,
  'Responsables, todos juntos': characters(RESPONSIBLE_MAX),
  Imagen: `${megabytes} MB, JPG, PNG, GIF, WebP o AVIF`,
  'Tamaño de la imagen': `${IMAGE_PIXELS_MAX / 1e6} megapíxeles`,
  'Texto de la memoria': characters(MEMORY_TEXT_MAX),
  'Fotos de la memoria': `${MEMORY_IMAGES_MAX}, de ${megabytes} MB cada una`,
  Promoción: `${PROMOTION_DAYS} días`,
  'Palabras de una búsqueda': characters(SEARCH_MAX),
  'Nombre de un colectivo': characters(COLLECTIVE_NAME_MAX),
  'Quiénes son y qué hacen': characters(COLLECTIVE_DESCRIPTION_MAX),
  'Lugar de un colectivo': characters(COLLECTIVE_PLACE_MAX),
  'Una invitación sirve': `${INVITATION_DAYS} días`,
  'Invitaciones al día': String(INVITATIONS_A_DAY),
  'Invitaciones al día a una dirección': String(INVITATIONS_PER_ADDRESS),
  'Nombre de usuario': `de ${USERNAME_MIN} a ${characters(USERNAME_MAX)}`,
  Teléfono: `de ${PHONE_MIN} dígitos a ${characters(PHONE_MAX)}`,
  Contraseña: `de ${PASSWORD_MIN} a ${characters(PASSWORD_MAX)}`,
  'Contraseña de quien administra': `de ${ADMIN_PASSWORD_MIN} a ${characters(PASSWORD_MAX)}`,
  'Correo electrónico': characters(EMAIL_MAX),
  'Enlace para verificar tu correo': `${VERIFICATION_HOURS} horas`,
  'Enlace para cambiar de correo': `${EMAIL_CHANGE_HOURS} horas`,
  'Enlace para poner otra contraseña': `${RECOVERY_MINUTES} minutos`,
  'Segundo paso al entrar': `${SECOND_STEP_MINUTES} minutos`,
  'Códigos de recuperación': String(RECOVERY_CODES),
  'Vale la confirmación de que eres tú': `${IDENTITY_MINUTES} minutos`,
  'Espera para quitar un segundo factor perdido': `${RESET_HOURS} horas`,
  'Nombre de quien asiste': characters(ATTENDEE_NAME_MAX),
  'Horas de una persona en una actividad': `de ${String(HOURS_MIN).replace('.', ',')} a ${HOURS_MAX}, en cuartos de hora`,
  'Anticipación de un recordatorio': `de ${DAYS_BEFORE_MIN} a ${DAYS_BEFORE_MAX} días`,
  'Recordatorios por actividad': 'uno',
  'Avisos en la campana': String(NOTIFICATIONS_MAX),
  'Tiempo para aceptar un cupo': `${OFFER_HOURS} horas`,
  '… si faltan menos de tres días': `${OFFER_SOON_HOURS} horas`,
  '… si faltan menos de doce horas': `${OFFER_NOW_MINUTES} minutos`,
  'Puerta de una actividad': `de ${DOOR_OPENS_HOURS} horas antes de comenzar a ${DOOR_CLOSES_DAYS} días después de terminar`,
  'Lo que escribes al contar cómo te fue': characters(FEEDBACK_MAX),
  'Cambiar lo que contaste': `${FEEDBACK_DAYS} días`,
  'Texto de un reporte': characters(REPORT_TEXT_MAX),
  'Reportes por hora': String(REPORTS_AN_HOUR),
  'Lo que escribes al pedir otra revisión': characters(APPEAL_TEXT_MAX),
  'Motivo de un rechazo': characters(REJECTION_REASON_MAX),
  'Política de datos y términos de uso': `${characters(LEGAL_TEXT_MAX)} cada uno`,
  'Actividades que se deciden de una vez': String(BULK_MAX),
  'Nota de una decisión sobre reportes': characters(NOTE_MAX),
  'Deshacer esa decisión': `${DECISION_UNDO_MINUTES} minutos`,
  'Cuentas por página': String(USERS_PAGE_SIZE),
  'Primeros de cada lista': String(TOP_ENTRIES),
  'Semanas en las gráficas': String(CHART_WEEKS),
};

/** Numbers with units that are not in the contract: limits of the server, or advice. */
const OUTSIDE_CONTRACT = ['180 días', '60 días', '10 minutos', '3 horas', '12 horas'];

const texts = manualTexts();

it('limites.md states the contract’s limits', () => {
  const rows = [...(texts.get('limites') ?? '').matchAll(/^\| (.+?) \| (.+?) \|$/gm)].map(
    ([, name = '', limit = '']) => [name, limit],
  );
  const limits = rows.filter(([name]) => name !== 'Qué' && name !== '---');
  expect(Object.fromEntries(limits)).toEqual(stated);
  expect(IMAGE_TYPES).toEqual(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif']);
});

it('the other pages state no other limits', () => {
  const known = new Set([...Object.values(stated).flatMap(numbersIn), ...OUTSIDE_CONTRACT]);
  for (const [name, text] of texts) {
    expect([name, numbersIn(text).filter(number => !known.has(number))]).toEqual([name, []]);
  }
});

/** '7 días', '5 MB', '1 a 30 días'. */
function numbersIn(text: string): string[] {
  const units = 'caracteres|MB|días|horas|minutos|dígitos';
  return text.match(new RegExp(`(?:\\d+ a )?[\\d.]+ (?:${units})`, 'g')) ?? [];
}
