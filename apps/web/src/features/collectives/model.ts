import type { CollectiveSummary } from '@minga/contract/collective-summary';
import type { Collective, FollowMail } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { counted } from '../../lib/digits.ts';

/** The abilities that a role gives in the collective itself and its activities (docs/rules.md R14.3). */
interface Rights {
  readonly isMember: boolean;
  /** The collective's data and its members. */
  readonly canEdit: boolean;
  /** New activities of the collective. */
  readonly canPublish: boolean;
}

export const rightsOf = (role: TeamRole | null): Rights => ({
  isMember: role !== null,
  canEdit: role === 'owner',
  canPublish: role === 'owner' || role === 'organizer',
});

/** What a member does in the collective, addressed to them. */
const roleTexts: Record<TeamRole, string> = {
  owner: 'Administras',
  organizer: 'Organizas',
  door: 'Recibes en la puerta',
};
export const ownRoleText = (role: TeamRole): string => roleTexts[role];

interface Notice {
  readonly name: string;
  readonly tone: 'sky' | 'clay';
  readonly text: string;
}

/** Why the collective is not public; null if it is. Only its members see it then. */
export function noticeOf({ status }: Pick<Collective, 'status'>): Notice | null {
  switch (status) {
    case 'active':
      return null;
    case 'held':
      return {
        name: 'En revisión',
        tone: 'sky',
        text: 'La administración lo revisa antes de que se vea, porque se parece a uno verificado o por lo que dice. Mientras tanto solo lo ven sus integrantes.',
      };
    case 'inactive':
      return {
        name: 'Desactivado',
        tone: 'clay',
        text: 'La administración lo desactivó: su página ya no es pública. Sus actividades siguen siendo de quienes las publicaron.',
      };
  }
}

/** '1 persona lo sigue'; null without followers. */
export function followersText(count: number): string | null {
  if (count === 0) return null;
  return counted(count, 'persona lo sigue', 'personas lo siguen');
}

export function upcomingText(count: number): string {
  if (count === 0) return 'Nada próximo por ahora';
  return counted(count, 'actividad próxima', 'actividades próximas');
}

/** 'ejemplo.org' */
export const websiteName = (url: string): string => new URL(url).host.replace(/^www\./, '');

/** The link of a phone (E.164) or of a group, and its text. */
export const whatsAppContact = (value: string): { href: string; text: string } =>
  value.startsWith('+')
    ? { href: `https://wa.me/${value.slice(1)}`, text: 'Escribir por WhatsApp' }
    : { href: value, text: 'Grupo de WhatsApp' };

/** The collective after its viewer follows it with these e-mails, or with null stops following it. */
export function withFollower(collective: Collective, followMail: FollowMail | null): Collective {
  const isFollowing = followMail !== null;
  const change = Number(isFollowing) - Number(collective.isFollowing);
  return { ...collective, isFollowing, followMail, followers: collective.followers + change };
}

interface Options {
  /** The user's collectives; undefined while they load. */
  readonly own: readonly Collective[] | undefined;
  /** The activity's collective as stored. */
  readonly current: CollectiveSummary | null;
  /** The chosen collective's id; '' for none. */
  readonly value: string;
  readonly isAuthor: boolean;
}

/**
 * The collectives to which the user may attach an activity: those where it is owner or organizer, and the current one. Only the author
 * and the current collective's owners may move it.
 */
export function collectiveChoices({ own = [], current, value, isAuthor }: Options) {
  const publishing = own.filter(({ myRole, status }) => rightsOf(myRole).canPublish && status === 'active');
  const isListed = publishing.some(({ _id }) => _id === current?._id);
  const choices: CollectiveSummary[] = current === null || isListed ? publishing : [current, ...publishing];
  const isOwner = own.some(({ _id, myRole }) => _id === current?._id && rightsOf(myRole).canEdit);
  return {
    choices,
    chosen: choices.find(({ _id }) => _id === value) ?? null,
    canMove: isAuthor || isOwner,
    /** Of the activity's collective. */
    isOwner,
  };
}
