import type { ConfirmedHours, WithdrawalReason } from '@minga/contract/hours';
import type { Settings } from '../../../settings.ts';
import { contactAdvice } from '../../accounts/rules.ts';

interface Party {
  readonly id: string;
  /** As confirmed before; null: not yet. */
  readonly hours: number | null;
}

export interface HoursChange {
  readonly id: string;
  /** Null: it did not help. */
  readonly hours: number | null;
}

interface Decision {
  /** Parties whose hours are others than before. */
  readonly changes: readonly HoursChange[];
  /** How many parties have hours afterwards. */
  readonly confirmed: number;
}

/**
 * The hours of the parties that were checked in: those of an exception, else the common ones. An earlier confirmation does not count.
 * Null: an exception is of none of these parties.
 */
export function decideHours(
  parties: readonly Party[],
  { hours, except = [] }: ConfirmedHours,
): Decision | null {
  const exceptions = new Map(
    except.map(({ attendanceId, hours: other }) => [attendanceId.toLowerCase(), other]),
  );
  const known = new Set(parties.map(({ id }) => id));
  if ([...exceptions.keys()].some(id => !known.has(id))) return null;
  const decided = parties.map(({ id, hours: before }) => {
    const after = exceptions.get(id) ?? hours;
    return { id, before, hours: after === 0 ? null : after };
  });
  return {
    changes: decided.flatMap(({ id, before, hours: after }) =>
      before === after ? [] : { id, hours: after },
    ),
    confirmed: decided.filter(({ hours: after }) => after !== null).length,
  };
}

/** Why hours do not count any more, and whether the activity still has a page and an organiser with an active account. */
export interface LostHours {
  /** Who removed the person is known when it happens only; null: taken before reasons were stored. */
  readonly because: WithdrawalReason | 'removed-by-admin' | 'removed-by-organiser' | null;
  readonly isOrganiserThere: boolean;
}

/** The person that can still be asked about lost hours, which depends on the act that took them. */
type Asked = 'organiser' | 'own act' | 'administration' | 'either';

const asked: Record<Exclude<LostHours['because'], null>, Asked> = {
  // An administrator may have done it as well: the stored reason is the same.
  removed: 'either',
  'removed-by-organiser': 'organiser',
  'removed-by-admin': 'administration',
  cancelled: 'own act',
  rejected: 'administration',
  'check-in-undone': 'organiser',
  corrected: 'organiser',
  replaced: 'organiser',
};

type Contacts = Pick<Settings, 'contactEmail' | 'contactPhone'>;

/** «habla con quien administra Minga: escribe a … o llama al …» */
function toAdministration(contacts: Contacts): string {
  const ways = contactAdvice(contacts, '');
  return `habla con quien administra Minga${ways === '' ? '' : `: ${ways}`}`;
}

/**
 * What the person can do about lost hours: one sentence for «Mis horas», the e-mail and the bell. An organiser is named only while the
 * activity has a page that says who it is.
 */
export function lostHoursAdvice({ because, isOrganiserThere }: LostHours, contacts: Contacts): string {
  const of = because === null ? 'either' : asked[because];
  if (of === 'administration') return `Si crees que es un error, ${toAdministration(contacts)}.`;
  if (!isOrganiserThere)
    return `La actividad ya no tiene página ni a quién preguntarle. Si crees que es un error, ${toAdministration(contacts)}.`;
  if (of === 'own act')
    return 'Si ayudaste ese día, pídele a quien organizó la actividad que te agregue a la lista y confirme tus horas.';
  if (of === 'organiser') return 'Si crees que es un error, pregúntale a quien organizó la actividad.';
  return `Si crees que es un error, pregúntale a quien organizó la actividad o ${toAdministration(contacts)}.`;
}

/** Whether the advice names the organiser, so that the activity's page helps. */
export const isOrganiserAsked = ({ because, isOrganiserThere }: LostHours): boolean =>
  isOrganiserThere && (because === null || asked[because] !== 'administration');
