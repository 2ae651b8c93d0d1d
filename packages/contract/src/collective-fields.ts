import * as z from 'zod/mini';
import {
  COLLECTIVE_DESCRIPTION_MAX,
  COLLECTIVE_NAME_MAX,
  COLLECTIVE_PLACE_MAX,
  COLLECTIVE_TAG,
  collective,
  slugParam,
} from './collectives.ts';
import { endpoint, page } from './endpoint.ts';
import { personName } from './person-name.ts';
import { printable } from './printed-letters.ts';
import { invitation, invitationSummary, member, newInvitation, roleChange, TEAM_TAG } from './teams.ts';
import { anyLine, multilineText, pastedAddress, pastedLink } from './text.ts';

// The fields and calls that only a collective's members need. They are not in `collectives.ts`, so that public pages do not load them.

const WEBSITE = 'La página web debe comenzar con https://';
const WEBSITE_HOST = 'Escribe la dirección completa de la página web, como https://ejemplo.org';
const WEBSITE_MAX = 200;
const WHATSAPP_MAX = 100;

const isHttps = (value: string) => value === '' || (/^https:\/\/\S+$/.test(value) && URL.canParse(value));

/** Whether the host name of a URL has a dot. A name without one, such as `https://semillas`, is not on the public Internet. */
const hasDomain = (value: string) => !URL.canParse(value) || /[^.]\.[^.]/.test(new URL(value).hostname);

const pastedContact = (value: string) => (value.includes('://') ? pastedLink(value) : pastedAddress(value));

/** The fields that members set. An edit omits unchanged fields; null or empty text clears a field (docs/rules.md R9.6). */
export const collectiveFields = z.object({
  name: personName(
    COLLECTIVE_NAME_MAX,
    'El nombre es requerido',
    `El nombre debe tener como máximo ${COLLECTIVE_NAME_MAX} caracteres`,
  ),
  description: z.optional(
    z.nullable(
      multilineText(
        COLLECTIVE_DESCRIPTION_MAX,
        () =>
          `La descripción debe tener como máximo ${COLLECTIVE_DESCRIPTION_MAX.toLocaleString('es-CO')} caracteres`,
      ),
    ),
  ),
  place: z.optional(
    z.nullable(
      anyLine(
        COLLECTIVE_PLACE_MAX,
        `El lugar debe tener como máximo ${COLLECTIVE_PLACE_MAX} caracteres`,
      ).check(printable),
    ),
  ),
  website: z.optional(
    z.nullable(
      anyLine(WEBSITE_MAX, 'La página web es demasiado larga', pastedLink).check(
        z.refine(isHttps, { error: WEBSITE, abort: true }),
        z.refine(hasDomain, WEBSITE_HOST),
      ),
    ),
  ),
  /** A telephone number, or a link to a group. The server parses numbers, since it knows the country. */
  whatsapp: z.optional(z.nullable(anyLine(WHATSAPP_MAX, 'El WhatsApp es demasiado largo', pastedContact))),
});
export type CollectiveFields = z.infer<typeof collectiveFields>;

export const collectiveEdit = z.extend(collectiveFields, {
  removeImage: z._default(
    z.pipe(
      z.transform((value: unknown) => (value === 'true' ? true : value === 'false' ? false : value)),
      z.boolean('«removeImage» debe ser «true» o «false»'),
    ),
    false,
  ),
});
export type CollectiveEdit = z.infer<typeof collectiveEdit>;

export const createCollective = endpoint({
  method: 'POST',
  path: '/collectives',
  summary: 'Crear un colectivo, con o sin imagen',
  tag: COLLECTIVE_TAG,
  access: 'session',
  body: collectiveFields,
  fileField: 'image',
  status: 201,
  reply: collective,
  errors: [
    'VALIDATION',
    'UNAUTHENTICATED',
    'CONFLICT',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});

const ofMembers = { params: slugParam, access: 'session' } as const;
const MEMBER_ERRORS = ['VALIDATION', 'UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND'] as const;

export const updateCollective = endpoint({
  ...ofMembers,
  method: 'PUT',
  path: '/collectives/:slug',
  summary: 'Cambiar un colectivo; un nombre nuevo pierde la verificación',
  tag: COLLECTIVE_TAG,
  body: collectiveEdit,
  fileField: 'image',
  status: 200,
  reply: collective,
  errors: [
    ...MEMBER_ERRORS,
    'CONFLICT',
    'TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
    'UNAVAILABLE',
  ],
});

export const deleteCollective = endpoint({
  ...ofMembers,
  method: 'DELETE',
  path: '/collectives/:slug',
  summary: 'Eliminar un colectivo; sus actividades siguen siendo de quienes las publicaron',
  tag: COLLECTIVE_TAG,
  status: 204,
  errors: MEMBER_ERRORS,
});

const ID = 'Identificador no válido';
const memberParam = z.extend(slugParam, { userId: z.uuid(ID) });
const invitationParam = z.extend(slugParam, { invitationId: z.uuid(ID) });

export const listMembers = endpoint({
  ...ofMembers,
  method: 'GET',
  path: '/collectives/:slug/members',
  summary: 'Quiénes hacen parte del colectivo, para sus integrantes',
  tag: TEAM_TAG,
  query: page,
  status: 200,
  reply: z.array(member),
  isList: true,
  errors: MEMBER_ERRORS,
});

export const changeMember = endpoint({
  ...ofMembers,
  params: memberParam,
  method: 'PATCH',
  path: '/collectives/:slug/members/:userId',
  summary: 'Cambiar qué puede hacer alguien del colectivo',
  tag: TEAM_TAG,
  body: roleChange,
  status: 200,
  reply: member,
  errors: [...MEMBER_ERRORS, 'LAST_OWNER'],
});

export const removeMember = endpoint({
  ...ofMembers,
  params: memberParam,
  method: 'DELETE',
  path: '/collectives/:slug/members/:userId',
  summary: 'Quitar a alguien del colectivo, o retirarse',
  tag: TEAM_TAG,
  status: 204,
  errors: [...MEMBER_ERRORS, 'LAST_OWNER'],
});

export const inviteMember = endpoint({
  ...ofMembers,
  method: 'POST',
  path: '/collectives/:slug/invitations',
  summary: `Invitar al colectivo. ${invitationSummary}`,
  tag: TEAM_TAG,
  body: newInvitation,
  status: 201,
  reply: invitation,
  errors: [...MEMBER_ERRORS, 'RATE_LIMITED'],
});

export const listInvitations = endpoint({
  ...ofMembers,
  method: 'GET',
  path: '/collectives/:slug/invitations',
  summary: 'Las invitaciones al colectivo que esperan respuesta',
  tag: TEAM_TAG,
  query: page,
  status: 200,
  reply: z.array(invitation),
  isList: true,
  errors: MEMBER_ERRORS,
});

export const withdrawInvitation = endpoint({
  ...ofMembers,
  params: invitationParam,
  method: 'DELETE',
  path: '/collectives/:slug/invitations/:invitationId',
  summary: 'Retirar una invitación al colectivo',
  tag: TEAM_TAG,
  status: 204,
  errors: MEMBER_ERRORS,
});
