import type { Activity } from '@minga/contract/activities';
import { attendee, confirmation, INCOMPLETE_MESSAGE } from '@minga/contract/confirmation';
import { type Contact, INVALID_PHONE } from '@minga/contract/contact';
import { NAME_ALONE_COMPANIONS_MESSAGE } from '@minga/contract/name-alone';
import { companions } from '@minga/contract/places';
import type { Question } from '@minga/contract/questions';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { attendeeEmail } from '../../lib/attendance/attendee-email.ts';
import { freePlacesText } from '../../lib/attendance/free-places-text.ts';
import { now } from '../../lib/dates/now.ts';
import { errorText } from '../../lib/errors/error-sentences.ts';
import { isNoConnection } from '../../lib/offline/is-unreached.ts';
import { ApiError } from '../../lib/server/api.ts';
import { siteName } from '../../lib/site-name.ts';
import { randomUuid } from '../../lib/storage/random-uuid.ts';
import { toastError, toastNotice, toastSuccess } from '../../lib/toasts.ts';
import { type ChosenClaims, claimsOf, isAboutClaims } from './claim-fields.tsx';
import { seriesCountsText, useConfirmAttendance, useConfirmSeries } from './confirm-api.ts';
import { type Asking, isMoreThanOneDayAhead, type OwnState, type Viewer } from './model.ts';
import { rememberedPerson, rememberPerson } from './remembered-person.ts';
import { isUnanswered, type SendableConfirmation, storeConfirmation } from './unsent.ts';

const fieldsOf = (questions: readonly Question[], contact: Contact) =>
  z
    .object({
      name: attendee.shape.name,
      email: attendeeEmail(contact),
      phone: z.string().check(z.trim()),
      remind: confirmation.shape.remind,
      /** Of a series: only this occurrence, or all that are to come. */
      dates: z.enum(['one', 'all']),
      claims: z.pipe(
        z.record(z.string(), z.number()),
        z.transform((chosen: ChosenClaims) => chosen),
      ),
      companions: z.pipe(z.pipe(z.string(), z.transform(Number)), companions),
      /** By the question's id. */
      answers: z.pipe(
        z.record(z.string(), z.string()),
        z.transform((values: Record<string, string>) => values),
      ),
    })
    .check(({ value, issues }) => {
      for (const { _id, required } of questions) {
        if (!required || value.answers[_id]?.trim()) continue;
        issues.push({ code: 'custom', message: ANSWER_MISSING, path: ['answers', _id], input: value });
      }
    });
type Fields = z.output<ReturnType<typeof fieldsOf>>;
export type TypedFields = z.input<ReturnType<typeof fieldsOf>>;

const ANSWER_MISSING = 'Responde esta pregunta';

/**
 * The state and submission of the form that confirms an attendance, which starts with the fields that were `typed` before.
 * `loadResult` loads the code that shows a confirmation that waits for a network: without it none is kept.
 */
export function useAttendeeForm(
  activity: Asking,
  viewer: Viewer,
  onConfirmed: () => void,
  loadResult: () => Promise<unknown>,
  typed: TypedFields | null,
  needId?: string,
) {
  const { questions } = activity;
  const queryClient = useQueryClient();
  const confirm = useConfirmAttendance(viewer);
  const confirmAll = useConfirmSeries(viewer);
  const [schema] = useState(() => fieldsOf(questions, activity.contact));
  const form = useSchemaForm(schema, {
    ...(viewer === null ? rememberedPerson() : { name: viewer.username, email: viewer.email }),
    phone: '',
    // Part of what the address is given for (docs/decisions/0089-one-page-of-an-activity.md).
    remind: true,
    dates: 'one',
    companions: '0',
    ...typed,
    claims: { ...(needId !== undefined && { [needId]: 1 }), ...typed?.claims },
    answers: { ...Object.fromEntries(questions.map(({ _id }) => [_id, ''])), ...typed?.answers },
  });
  /** Already on the list, possibly added by the same visitor in another browser. */
  const [takenEmail, setTakenEmail] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  /** Of an attendance without an e-mail: only this browser can tell the person. */
  const [personalLink, setPersonalLink] = useState<string | null>(null);
  const client = useClientIds();

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(fields: Fields) {
    setFailure(null);
    const confirmation = confirmationOf(activity, fields, client);
    const seriesId = fields.dates === 'all' ? activity.series?._id : undefined;
    try {
      const link =
        seriesId === undefined
          ? await sendOne(fields, confirmation)
          : await sendDates({ seriesId, confirmation });
      if (viewer === null) rememberPerson(fields);
      if (link === null) onConfirmed();
      else setPersonalLink(link);
    } catch (error) {
      if (isUnanswered(error) && (await keep(confirmation, seriesId))) {
        toastNotice(
          `${isNoConnection(error) ? 'Sin conexión' : `${siteName} no responde`}: tu asistencia quedó por enviar`,
        );
        return onConfirmed();
      }
      const message = errorText(error, 'Error al confirmar asistencia');
      // The e-mail is on the list, but nothing shows that it belongs to this viewer.
      if (error instanceof ApiError && error.code === 'CONFLICT') return showTaken(fields, message);
      if (isAboutClaims(error)) return form.setError('claims', { message });
      if (message === NAME_ALONE_COMPANIONS_MESSAGE)
        return form.setError('companions', { message }, { shouldFocus: true });
      if (message === INVALID_PHONE) return form.setError('phone', { message }, { shouldFocus: true });
      setFailure(message);
    }
  }

  /** Returns the personal link of an attendance without an e-mail, else null. So does `sendDates`. */
  async function sendOne(fields: Fields, confirmation: SendableConfirmation): Promise<string | null> {
    const { state, personalLink: link, alreadyListed } = await confirm.mutateAsync(confirmation);
    if (alreadyListed === null) reportSuccess(fields, state);
    else toastError(alreadyListed);
    return link;
  }

  async function sendDates(dates: Parameters<typeof confirmAll.mutateAsync>[0]): Promise<string | null> {
    const { counts, personalLink: link } = await confirmAll.mutateAsync(dates);
    toastSuccess(seriesCountsText(counts));
    return link;
  }

  /** Returns false if the confirmation cannot be kept, or the code that shows it cannot be loaded without a network. */
  async function keep(confirmation: SendableConfirmation, seriesId: string | undefined): Promise<boolean> {
    const canShow = await loadResult().then(Boolean, () => false);
    const { title } = activity;
    return canShow && storeConfirmation(queryClient, viewer, { title, seriesId }, confirmation);
  }

  function reportSuccess({ name, email }: Fields, { position }: OwnState): void {
    toastSuccess(
      position === null
        ? 'Asistencia confirmada correctamente!'
        : `Quedaste en la lista de espera, en el puesto ${position}`,
    );
    // The activity does not show it: its button is about the viewer's own attendance.
    if (viewer !== null && email !== viewer.email)
      toastNotice(`La asistencia quedó para ${name}${email === '' ? '' : ` (${email})`}.`);
  }

  function showTaken({ email, phone }: Pick<Fields, 'email' | 'phone'>, message: string): void {
    form.setError(email === '' && phone !== '' ? 'phone' : 'email', { message }, { shouldFocus: true });
    setTakenEmail(email === '' ? null : email);
  }

  // Only until the fields are filled in.
  const isIncomplete =
    activity.contact === 'email' &&
    Object.values(form.formState.errors).some(error => error?.message === INCOMPLETE_MESSAGE);

  return {
    form,
    submit: form.handleSubmit(send, () => setFailure(null)),
    takenEmail,
    failure: failure ?? (isIncomplete ? 'Completa todos los campos' : null),
    personalLink,
    isPending: confirm.isPending || confirmAll.isPending,
  };
}

/** Omits what is empty: the server's defaults apply. */
function confirmationOf(
  activity: Asking,
  { remind, answers: values, companions: count, claims: chosen, dates: _dates, ...person }: Fields,
  client: (data: string) => string,
): SendableConfirmation {
  const { _id: taskId, needs } = activity;
  const { name, email, phone } = person;
  const answers = Object.entries(values)
    .filter(([, value]) => value.trim() !== '')
    .map(([questionId, value]) => ({ questionId, value }));
  // An attendee on the waiting list chooses when a place is offered.
  const claims = isForWaitingList(activity, 1 + count) ? [] : claimsOf(needs, chosen, 1 + count);
  return {
    taskId,
    name,
    clientId: client(JSON.stringify(person)),
    ...(email !== '' && { email }),
    ...(phone !== '' && { phone }),
    ...(remind && reminderOf(activity, person.email, 1 + count) === 'offered' && { remind }),
    ...(answers.length > 0 && { answers }),
    ...(count > 0 && { companions: count }),
    ...(claims.length > 0 && { claims }),
  };
}

const HOUR_MS = 60 * 60 * 1000;
/**
 * The server asks at 18:00 on the day before, which is at most 33 hours ahead, and only those who confirmed 24 hours before that
 * (docs/rules.md R17.1).
 */
const CERTAIN_MS = (33 + 24) * HOUR_MS;

/**
 * Whether a party of `size` people that confirms now can have a reminder. `asked`: it is certainly asked the day before whether it
 * still comes, and a reminder would be a second e-mail on the same day.
 */
export function reminderOf(activity: Asking, email: string, size: number): 'offered' | 'asked' | null {
  const { date, contact, asksAgain } = activity;
  if (!isMoreThanOneDayAhead(date, now()) || (contact === 'any' && email === '')) return null;
  const isAsked = asksAgain && Date.parse(date) - now().getTime() > CERTAIN_MS;
  return isAsked && !isForWaitingList(activity, size) ? 'asked' : 'offered';
}

/** One id for the same data: a confirmation that is sent again, because its response was lost, is stored once. */
function useClientIds(): (data: string) => string {
  const ids = useRef(new Map<string, string>());
  return data => {
    const id = ids.current.get(data) ?? randomUuid();
    ids.current.set(data, id);
    return id;
  };
}

type Limits = Pick<Activity, 'capacity' | 'hasWaitingList' | 'places'>;

/** Whether a party of `size` people that confirms now ends up on the waiting list. */
export const isForWaitingList = ({ capacity, hasWaitingList, places }: Limits, size: number): boolean =>
  capacity !== null && places.free !== null && size > places.free && hasWaitingList;

/** What a party of `size` people may expect that confirms now; null: there is room for all. */
export function placesNotice({ capacity, hasWaitingList, places }: Limits, size: number): string | null {
  const { free } = places;
  if (capacity === null || free === null) return null;
  if (size <= free) return `${freePlacesText(free)}.`;
  if (free === 0)
    return hasWaitingList
      ? 'Ya no hay cupos: quedarás en la lista de espera y te avisamos si se libera uno.'
      : 'Ya no hay cupos.';
  const rest = hasWaitingList ? 'quedará en la lista de espera' : 'no cabe';
  return `${freePlacesText(free)}: un grupo de ${size} ${rest}.`;
}
