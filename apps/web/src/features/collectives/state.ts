import type { Collective, FollowMail } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { counted } from '../../lib/digits.ts';

/** The abilities that a role gives in the collective itself and its activities (docs/rules.md R14.3). */
export interface Rights {
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

export interface Notice {
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
