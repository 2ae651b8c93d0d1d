import { SITE_NAME } from '@minga/contract/site-words';
import { INVITATION_DAYS, type TeamRole } from '@minga/contract/teams';
import type { Email } from '../../platform/mail/email.ts';
import { mailText, notice } from '../../platform/mail/notice.tsx';
import { activitySubject } from '../../platform/mail/subject.ts';
import type { Platform } from '../../platform/platform.ts';

interface InvitationMail {
  readonly email: string;
  readonly role: TeamRole;
  /** The collective or activity of the team. Its name is null if it is not public, and its date is null for a collective. */
  readonly team: {
    readonly kind: 'collective' | 'activity';
    readonly name: string | null;
    readonly date: Date | null;
  };
  readonly url: string;
}

const COLLECTIVE = `Te invitan a un colectivo en ${SITE_NAME}`;
const ORGANISE = 'Te invitan a organizar una actividad';

const headings: Record<InvitationMail['team']['kind'], Record<TeamRole, string>> = {
  collective: { owner: COLLECTIVE, organizer: COLLECTIVE, door: COLLECTIVE },
  activity: {
    owner: ORGANISE,
    organizer: ORGANISE,
    door: 'Te invitan a recibir en la puerta de una actividad',
  },
};

const tasks: Record<TeamRole, string> = {
  owner: 'Podrás administrarlo todo: sus actividades, sus datos y quiénes hacen parte.',
  organizer: 'Podrás editar actividades, ver y manejar la lista de participantes.',
  door: 'Registrarás a quienes llegan: verás sus nombres, no sus correos ni teléfonos. También podrás ver las actividades antes de que sean públicas.',
};

/** Contains no text that the inviter wrote, since the address is unverified. */
export const invitationEmail = (
  { email, role, team, url }: InvitationMail,
  site: Pick<Platform, 'settings' | 'clock'>,
): Promise<Email> => {
  const what = headings[team.kind][role];
  return notice({
    to: email,
    subject:
      team.date === null
        ? what
        : activitySubject({ what, plain: what }, { title: null, date: team.date }, site),
    reason: `Recibes este correo porque alguien te invitó con esta dirección en ${SITE_NAME}.`,
    heading: what,
    body: [
      mailText`${team.name === null ? '' : `${team.kind === 'collective' ? 'El colectivo' : 'La actividad'} se llama «${team.name}». `}${tasks[role]}`,
      { button: 'Ver la invitación', url },
      mailText`El enlace sirve una sola vez y vence en ${INVITATION_DAYS} días. Necesitas una cuenta de ${SITE_NAME} con este correo. Si no conoces a quien te invita, ignora este mensaje: no cambia nada.`,
    ],
  });
};
