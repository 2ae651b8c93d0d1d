import type { ConfirmedHours, WithdrawalReason } from '@minga/contract/hours';
import { SITE_NAME } from '@minga/contract/site-words';
import type { Settings } from '../../../settings.ts';
import { contactAdvice } from '../../accounts/rules.ts';

interface Party {
  readonly id: string;
  /** The hours that were confirmed before, or null. */
  readonly hours: number | null;
  readonly isSelfCheckedIn: boolean;
}

export interface HoursChange {
  readonly id: string;
  /** The new hours, or null if the party did not help. */
  readonly hours: number | null;
}

interface Decision {
  /** The parties whose hours change. */
  readonly changes: readonly HoursChange[];
  /** The number of parties with hours after the change. */
  readonly confirmed: number;
  /** The number of those parties that checked themselves in. */
  readonly self: number;
}

/**
 * The hours of the parties that were checked in: those of their exception, or else the common ones. They replace hours that were
 * confirmed before. With `withoutSelf` the parties that checked themselves in get none. Returns null if an exception names another attendance.
 */
export function decideHours(
  parties: readonly Party[],
  { hours, except = [], withoutSelf = false }: ConfirmedHours,
): Decision | null {
  const exceptions = new Map(
    except.map(({ attendanceId, hours: other }) => [attendanceId.toLowerCase(), other]),
  );
  const known = new Set(parties.map(({ id }) => id));
  if ([...exceptions.keys()].some(id => !known.has(id))) return null;
  const decided = parties.map(({ id, hours: before, isSelfCheckedIn }) => {
    const after = exceptions.get(id) ?? (withoutSelf && isSelfCheckedIn ? 0 : hours);
    return { id, isSelfCheckedIn, before, hours: after === 0 ? null : after };
  });
  const confirmed = decided.filter(party => party.hours !== null);
  return {
    changes: decided.flatMap(({ id, before, hours: after }) =>
      before === after ? [] : { id, hours: after },
    ),
    confirmed: confirmed.length,
    self: confirmed.filter(({ isSelfCheckedIn }) => isSelfCheckedIn).length,
  };
}

/** The reason why hours no longer count, and whether the activity still has a public page and an author with an active account. */
export interface LostHours {
  /**
   * The reason, or null if the hours were withdrawn before reasons were stored. The remover of a person is known only when the
   * event is handled.
   */
  readonly because: WithdrawalReason | 'removed-by-admin' | 'removed-by-organiser' | null;
  readonly isOrganiserThere: boolean;
}

/** The person to contact about lost hours, which depends on the act that withdrew them. */
type Asked = 'organiser' | 'own act' | 'administration' | 'either';

const asked: Record<Exclude<LostHours['because'], null>, Asked> = {
  // The stored reason does not distinguish organisers from administrators.
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

/** A text such as «habla con quien administra Minga: escribe a … o llama al …». */
function toAdministration(contacts: Contacts): string {
  const ways = contactAdvice(contacts, '');
  return `habla con quien administra ${SITE_NAME}${ways === '' ? '' : `: ${ways}`}`;
}

/**
 * One sentence of advice about lost hours, for «Mis horas», the e-mail and the in-app notification. It names the organiser only
 * while the activity has a page that shows the organiser.
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

/** Whether the advice names the organiser, so that a link to the activity's page helps. */
export const isOrganiserAsked = ({ because, isOrganiserThere }: LostHours): boolean =>
  isOrganiserThere && (because === null || asked[because] !== 'administration');
