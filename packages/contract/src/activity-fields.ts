import * as z from 'zod/mini';
import { DESCRIPTION_MAX, PLACE_MAX, RESPONSIBLE_MAX, TITLE_MAX, wholeActivity } from './activities.ts';
import { activityDate, formValue, optionalDate, responsibleList } from './activity-values.ts';
import { contacts } from './contact.ts';
import { endpoint, idParam } from './endpoint.ts';
import { DIRECTIONS_MAX, location } from './location.ts';
import { CAPACITY_MAX, COMPANIONS_MAX, wholeCompanions } from './places.ts';
import { hasPrintedCharacter, printable, printedLine } from './printed-letters.ts';
import { scopeQuery } from './series.ts';
import { anyLine, multilineText, optionalText, pastedLink } from './text.ts';
import { accessibilityList } from './written-accessibility.ts';
import { writtenGoals } from './written-goals.ts';
import { writtenNeeds } from './written-needs.ts';
import { writtenQuestions } from './written-questions.ts';
import { repeat } from './written-repeat.ts';
import { topicFields } from './written-topics.ts';

// The fields and calls that only the form of an activity needs. They are not in `activities.ts`, so that lists do not load them.

const tag = 'Actividades';

const CHAT_URL_MAX = 300;
const NO_CHAT_URL = 'El enlace del grupo debe empezar por https://';
/** An https address without white space and without a user, which would hide the host. */
const HTTPS = /^https:\/\/[^\s/\\?#@]+(?:[/?#]\S*)?$/;

/** The https address of the attendees' chat, such as a WhatsApp group; empty text is null (docs/rules.md R23.1). */
const chatUrl = z.pipe(
  z.nullable(
    anyLine(CHAT_URL_MAX, `${NO_CHAT_URL} y tener como máximo ${CHAT_URL_MAX} caracteres`, text =>
      // Phones write the first letter of a field as a capital.
      pastedLink(text).replace(/^https:/i, 'https:'),
    ).check(z.refine(text => text === '' || (HTTPS.test(text) && URL.canParse(text)), NO_CHAT_URL)),
  ),
  z.transform((text: string | null) => text || null),
);

const WRONG_CAPACITY = 'Los cupos deben ser un número entero de 1 a 100.000';

/** The maximum number of people, or null if there is no limit. */
const capacity = z.nullable(
  z
    .number(WRONG_CAPACITY)
    .check(z.int(WRONG_CAPACITY), z.minimum(1, WRONG_CAPACITY), z.maximum(CAPACITY_MAX, WRONG_CAPACITY)),
);

/** The maximum number of companions that one person may bring. */
const companionsMax = wholeCompanions(`Los acompañantes por persona deben ser de 0 a ${COMPANIONS_MAX}`);

/** The fields of an activity that determine which parties get a place. */
const placeFields = {
  capacity: z.optional(formValue(capacity)),
  companionsMax: z.optional(formValue(z.nullable(companionsMax))),
  hasWaitingList: z.optional(formValue(z.nullable(z.boolean('«hasWaitingList» debe ser «true» o «false»')))),
  /** Whether each party is asked on the day before whether it still attends. */
  asksAgain: z.optional(formValue(z.nullable(z.boolean('«asksAgain» debe ser «true» o «false»')))),
};

/** Fields that do not change if an edit omits them; null or empty text clears them (docs/rules.md R9.6). */
export const optionalFields = z.object({
  endDate: z.optional(optionalDate),
  location: z.optional(formValue(z.nullable(location))),
  directions: z.optional(
    z.nullable(
      multilineText(
        DIRECTIONS_MAX,
        () => `Las indicaciones deben tener como máximo ${DIRECTIONS_MAX} caracteres`,
      ),
    ),
  ),
  questions: z.optional(writtenQuestions),
  needs: z.optional(writtenNeeds),
  goals: z.optional(writtenGoals),
  needsRequired: z.optional(formValue(z.nullable(z.boolean('«needsRequired» debe ser «true» o «false»')))),
  contact: z.optional(formValue(z.nullable(z.enum(contacts, '«contact» debe ser «email» o «any»')))),
  ...placeFields,
  ...topicFields,
  accessibility: z.optional(formValue(z.nullable(accessibilityList))),
  chatUrl: z.optional(chatUrl),
  /** Whether attendees may check themselves in with the code of the place. */
  selfCheckIn: z.optional(formValue(z.nullable(z.boolean('«selfCheckIn» debe ser «true» o «false»')))),
  /** Whether other servers may show the activity; null is the default, true. */
  isFederated: z.optional(formValue(z.nullable(z.boolean('«isFederated» debe ser «true» o «false»')))),
  collectiveId: z.optional(
    z.pipe(
      z.transform((value: unknown) => (value === '' ? null : value)),
      z.nullable(z.uuid('El colectivo no es válido')),
    ),
  ),
  isLocationPrivate: z.optional(
    formValue(z.nullable(z.boolean('«isLocationPrivate» debe ser «true» o «false»'))),
  ),
});

/** The fields that a user can set on an activity. Parses `date` to a Date and `responsible` to a list. */
export const activityFields = z.extend(optionalFields, {
  title: printedLine(
    TITLE_MAX,
    'El título es requerido',
    `El título debe tener como máximo ${TITLE_MAX} caracteres`,
  ).check(z.refine(title => title === '' || hasPrintedCharacter(title), 'El título debe llevar letras')),
  description: optionalText(
    DESCRIPTION_MAX,
    // The message is a function, so that the number is formatted only on error: loading a locale takes a phone 40 ms.
    () => `La descripción debe tener como máximo ${DESCRIPTION_MAX.toLocaleString('es-CO')} caracteres`,
  ),
  place: z._default(
    anyLine(PLACE_MAX, `El lugar debe tener como máximo ${PLACE_MAX} caracteres`).check(printable),
    '',
  ),
  date: activityDate,
  responsible: z._default(responsibleList(RESPONSIBLE_MAX).check(printable), []),
});
export type ActivityFields = z.infer<typeof activityFields>;

/** A new activity, or all occurrences of a new series. */
export const newActivity = z.extend(activityFields, { repeat: z.optional(repeat) });
export type NewActivity = z.infer<typeof newActivity>;

/** An edit sends the whole activity; a new image replaces the old one, `removeImage` deletes it. */
export const activityEdit = z.extend(activityFields, {
  removeImage: z._default(
    z.pipe(
      z.transform((value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)),
      z.boolean('«removeImage» debe ser «true» o «false»'),
    ),
    false,
  ),
  /** Whether the edit may reduce needs below their claimed quantity, which releases the newest claims. */
  releaseClaims: z.optional(formValue(z.nullable(z.boolean('«releaseClaims» debe ser «true» o «false»')))),
});
export type ActivityEdit = z.infer<typeof activityEdit>;

/** The maximum number of publications of one account; a series counts as one. */
export const PUBLICATIONS_AN_HOUR = 60;

export const createActivity = endpoint({
  method: 'POST',
  path: '/tasks',
  summary: `Publicar una actividad, con o sin imagen; con «repeat», todas las fechas de una serie: responde la primera. ${PUBLICATIONS_AN_HOUR} por hora y cuenta; una serie cuenta como una`,
  tag,
  access: 'session',
  body: newActivity,
  fileField: 'image',
  status: 201,
  reply: wholeActivity,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'CONFLICT',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});

export const updateActivity = endpoint({
  method: 'PUT',
  path: '/tasks/:id',
  summary:
    'Cambiar una actividad propia, entera; con «scope», también otras fechas de su serie, salvo el día (cabecera X-Series: cuántas)',
  tag,
  access: 'session',
  params: idParam,
  query: scopeQuery,
  body: activityEdit,
  fileField: 'image',
  status: 200,
  reply: wholeActivity,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'NOT_FOUND',
    'CONFLICT',
    'QUESTION_ANSWERED',
    'NEED_TAKEN',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});
