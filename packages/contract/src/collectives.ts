import * as z from 'zod/mini';
import { endpoint, page } from './endpoint.ts';
import { holdReason } from './holds.ts';
import { picture } from './picture.ts';
import { teamRoles } from './teams.ts';
import { optionalLine } from './text.ts';

export const COLLECTIVE_NAME_MAX = 80;
export const COLLECTIVE_DESCRIPTION_MAX = 1000;
export const COLLECTIVE_PLACE_MAX = 40;
const SEARCH_MAX = 200;

export const COLLECTIVE_TAG = 'Colectivos';

/** How often a follower gets an e-mail about new activities. The notification list shows each at once. */
export const followMails = ['inmediato', 'diario', 'nunca'] as const;
export type FollowMail = (typeof followMails)[number];

/**
 * The status of a collective. A collective is `held` until an admin decides if its name imitates that of a verified collective, or its texts
 * contain a held word; then only its members see it.
 */
export const collectiveStatuses = ['active', 'held', 'inactive'] as const;
export type CollectiveStatus = (typeof collectiveStatuses)[number];

export const collective = z.object({
  _id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  place: z.string(),
  website: z.nullable(z.string()),
  /** A number in E.164, or a link `https://chat.whatsapp.com/…`. */
  whatsapp: z.nullable(z.string()),
  image: z.nullable(z.string()),
  picture: z.nullable(picture),
  isVerified: z.boolean(),
  status: z.enum(collectiveStatuses),
  /** The role of the session's account, or null if it is not a member. */
  myRole: z.nullable(z.enum(teamRoles)),
  isFollowing: z.boolean(),
  /** The frequency of e-mails that the session's account chose, or null if it does not follow the collective. */
  followMail: z.nullable(z.enum(followMails)),
  followers: z.int(),
  /** The number of upcoming public activities; each series counts once. */
  upcoming: z.int(),
  /** The reason of the hold, if it is not the name; only in the lists of administrators. */
  hold: z.optional(holdReason),
  createdAt: z.iso.datetime(),
});
export type Collective = z.infer<typeof collective>;

/** The slug is any text, since an unknown slug is 404 regardless of its characters. */
export const slugParam = z.object({ slug: z.string() });

export const listCollectives = endpoint({
  method: 'GET',
  path: '/collectives',
  summary: 'Los colectivos, primero los verificados; con «mias», aquellos de los que se hace parte',
  tag: COLLECTIVE_TAG,
  access: 'public',
  query: z.extend(page, {
    q: optionalLine(SEARCH_MAX, 'La búsqueda es demasiado larga'),
    mias: z.optional(z.enum(['true', 'false'], '«mias» debe ser «true» o «false»')),
  }),
  status: 200,
  reply: z.array(collective),
  isList: true,
  isShared: true,
  errors: ['VALIDATION'],
});

export const getCollective = endpoint({
  method: 'GET',
  path: '/collectives/:slug',
  summary: 'Un colectivo',
  tag: COLLECTIVE_TAG,
  access: 'public',
  params: slugParam,
  status: 200,
  reply: collective,
  isShared: true,
  errors: ['VALIDATION', 'NOT_FOUND'],
});

export const followCollective = endpoint({
  method: 'PUT',
  path: '/collectives/:slug/follow',
  summary: 'Seguir un colectivo, o cambiar cada cuánto llega un correo de lo nuevo («diario» si no se dice)',
  tag: COLLECTIVE_TAG,
  access: 'session',
  params: slugParam,
  body: z.nullish(
    z.object({ mail: z.optional(z.enum(followMails, 'Elige «inmediato», «diario» o «nunca»')) }),
  ),
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});

export const unfollowCollective = endpoint({
  method: 'DELETE',
  path: '/collectives/:slug/follow',
  summary: 'Dejar de seguir un colectivo',
  tag: COLLECTIVE_TAG,
  access: 'session',
  params: slugParam,
  status: 204,
  errors: ['VALIDATION', 'UNAUTHENTICATED', 'NOT_FOUND'],
});
