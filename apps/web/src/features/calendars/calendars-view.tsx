import type { Collective } from '@minga/contract/collectives';
import type { TeamRole } from '@minga/contract/teams';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { CalendarsPanel } from './calendars-panel.tsx';

interface Props {
  readonly collective: Pick<Collective, 'slug' | 'name'>;
  readonly role: TeamRole;
}

/** /colectivos/{slug}/calendarios: for members who publish. */
export const CalendarsView = ({ collective: { slug, name }, role }: Props) => (
  <>
    <Link to="/colectivos/$slug" params={{ slug }} className="target link" style={{ gap: '0.5rem' }}>
      <IconArrowLeft size={20} aria-hidden />
      <span>{name}</span>
    </Link>
    <PageHeading
      title="Traer de un calendario"
      windowTitle={`Calendarios de ${name}`}
      lead="Si el colectivo ya lleva su agenda en Google Calendar, Outlook u otro programa, sus actividades se publican y se actualizan aquí solas."
    />
    {role === 'door' ? (
      <p>Esto lo hacen quienes publican en el colectivo.</p>
    ) : (
      <CalendarsPanel slug={slug} />
    )}
  </>
);
