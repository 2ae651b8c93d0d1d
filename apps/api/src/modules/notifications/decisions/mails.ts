import type { ReportReason } from '@minga/contract/report-reasons';
import { SITE_NAME } from '@minga/contract/site-words';
import { activitySubject } from '../../../platform/mail/subject.ts';
import type { Platform } from '../../../platform/platform.ts';
import { collectivePath } from '../../collectives/rules.ts';
import { type DigestItem, occurrencesPhrase, reasonsInWords } from '../rules.ts';

// Parts of e-mails to owners about decisions of administrators.

interface Activity {
  readonly id: string;
  readonly title: string;
  readonly date: Date;
}

type Site = Pick<Platform, 'settings' | 'clock'>;

/** The subject of a decision about an activity, or about the first of several dates of a series. */
const subjectOf = (what: string, { title, date }: Omit<Activity, 'id'>, dates: number, site: Site): string =>
  activitySubject({ what, plain: what }, { title, date, isFirst: dates > 1 }, site);

const OWNER_WHY = `Recibes este correo porque organizas actividades en ${SITE_NAME}.`;
const OWN_ACTIVITIES = { path: '/tasks', label: 'Ir a mis actividades' };

const pageOf = ({ id }: Activity) => ({ path: `/actividades/${id}`, label: 'Ver la actividad' });

export const approvalItem = (
  activity: Activity,
  dates: number,
  site: Site,
  others = occurrencesPhrase(dates),
): DigestItem => ({
  activityId: activity.id,
  subject: subjectOf('Aprobada', activity, dates, site),
  greeting: 'good-news',
  text: `Tu actividad «${activity.title}» fue aprobada y ya está publicada${others}.`,
  details: [],
  note: 'Compártela para que llegue más gente: en su página la envías por WhatsApp o copias el enlace.',
  link: pageOf(activity),
  reason: OWNER_WHY,
});

/** Item about an activity that was held for the text of its memory. */
export const memoryApprovalItem = (
  activity: Activity,
  dates: number,
  site: Site,
  others = occurrencesPhrase(dates),
): DigestItem => ({
  ...approvalItem(activity, dates, site),
  subject: subjectOf('Memoria aprobada', activity, dates, site),
  text: `La memoria de «${activity.title}» fue aprobada y ya se ve en la página de la actividad${others}.`,
  note: null,
});

interface Rejection {
  readonly reason: string;
  /** The reasons of the reports that led to the rejection. */
  readonly reported?: readonly ReportReason[];
  readonly wasPublic: boolean;
  readonly dates: number;
  /** The text after the title of the first of several; by default the number of dates of its series. */
  readonly others?: string;
}

export const rejectionItem = (
  { id, title, date }: Activity,
  { reason, reported = [], wasPublic, dates, others = occurrencesPhrase(dates) }: Rejection,
  site: Site,
): DigestItem => ({
  activityId: id,
  subject: subjectOf(wasPublic ? 'Retirada' : 'No fue aprobada', { title, date }, dates, site),
  greeting: 'hello',
  text: `Tu actividad «${title}» ${wasPublic ? 'fue retirada' : 'no fue aprobada'}${others}, y por ahora nadie más la ve.`,
  details: [
    { label: 'Motivo', value: reason },
    ...(reported.length === 0 ? [] : [{ label: 'La reportaron por', value: reasonsInWords(reported) }]),
  ],
  note: 'Una actividad que corriges se revisa de nuevo. Si crees que es un error, puedes pedir una vez que la revisen de nuevo, desde su página.',
  link: OWN_ACTIVITIES,
  reason: OWNER_WHY,
});

/** Item about an activity that an administrator has deleted. */
export const removalItem = (
  { title, date }: Omit<Activity, 'id'>,
  reason: string,
  dates: number,
  site: Site,
): DigestItem => ({
  activityId: null,
  subject: subjectOf('Eliminada', { title, date }, dates, site),
  greeting: 'hello',
  text: `Quien administra ${SITE_NAME} eliminó tu actividad «${title}»${occurrencesPhrase(dates)}. Ya no se puede ver.`,
  details: reason === '' ? [] : [{ label: 'Motivo', value: reason }],
  note: null,
  link: OWN_ACTIVITIES,
  reason: `Recibes este correo porque organizabas actividades en ${SITE_NAME}.`,
});

/** Item about the review of a collective. `reason` is null if it was approved. */
export const collectiveDecisionItem = (
  { name, slug }: { readonly name: string; readonly slug: string },
  reason: string | null,
): DigestItem => ({
  activityId: null,
  subject: reason === null ? `Aprobado: ${name}` : `No fue aprobado: ${name}`,
  greeting: reason === null ? 'good-news' : 'hello',
  text: collectiveDecisionText(name, reason !== null),
  details: reason === null ? [] : [{ label: 'Motivo', value: reason }],
  note: null,
  link: reason === null ? { path: collectivePath(slug), label: 'Ver el colectivo' } : null,
  reason: `Recibes este correo porque administras este colectivo en ${SITE_NAME}.`,
});

export const collectiveDecisionText = (name: string, isRejected: boolean): string =>
  `El colectivo «${name}» ${isRejected ? 'no fue aprobado, y su página no es pública' : 'fue aprobado y su página ya es pública'}.`;
