import type { Activity } from '@minga/contract/activities';
import { now } from '../../../lib/dates/now.ts';
import { digits } from '../../../lib/digits.ts';

interface Edited {
  readonly date: Date;
  readonly place: string;
}

/**
 * The change of an edit that attendees are notified of: 'la fecha', 'el lugar' or both; null: they are not (docs/rules.md R5.5). The
 * server decides; it also notifies those who sign up until then.
 */
export function announcedChange(
  before: Pick<Activity, 'date' | 'place' | 'places' | 'isHeld'>,
  after: Edited,
  moment = now(),
): string | null {
  const isNearMinute = Math.abs(new Date(before.date).getTime() - after.date.getTime()) < 60_000;
  const changed = [
    ...(isNearMinute ? [] : ['la fecha']),
    ...(before.place === after.place.trim() ? [] : ['el lugar']),
  ];
  const isOver = new Date(before.date) < moment && after.date < moment;
  if (changed.length === 0 || peopleOf(before) === 0 || before.isHeld || isOver) return null;
  return changed.join(' y ');
}

const peopleOf = ({ places: { taken, waiting } }: Pick<Activity, 'places'>) => taken + waiting;

/** The note before saving. Attendees learn of an edit that is reviewed first after its approval. */
export function announcementText(
  change: string,
  before: Pick<Activity, 'places'>,
  isPublicBeforeReview: boolean,
): string {
  const people = peopleOf(before);
  const list = people === 1 ? '1 persona' : `${digits(people)} personas`;
  const when = isPublicBeforeReview ? 'Unos diez minutos después de guardar' : 'Cuando la aprobemos';
  return `Cambiaste ${change}, y hay ${list} en la lista. ${when} avisamos, una sola vez, a quienes dejaron correo.`;
}

/** The toast after saving. */
export const announcedText = (isPublicBeforeReview: boolean): string =>
  isPublicBeforeReview
    ? 'En unos diez minutos les avisamos del cambio a quienes dejaron correo'
    : 'Cuando la aprobemos les avisamos del cambio a quienes dejaron correo';
