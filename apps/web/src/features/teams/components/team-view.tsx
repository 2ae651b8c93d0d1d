import type { CollectiveSummary } from '@minga/contract/collective-summary';
import type { TeamRole } from '@minga/contract/teams';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { PageHeading } from '../../../components/page-heading.tsx';
import linkClasses from '../../../components/text-link.module.css';
import { TeamPanel } from './team-panel.tsx';

interface Props {
  collective: Pick<CollectiveSummary, 'slug' | 'name'>;
  myRole: TeamRole;
  userId: string;
  onLeft: () => void;
}

/** /colectivos/{slug}/equipo: the members of a collective, for its members. */
export const TeamView = ({ collective: { slug, name }, myRole, userId, onLeft }: Props) => (
  <>
    <Link to="/colectivos/$slug" params={{ slug }} className={linkClasses.link} style={{ gap: '0.5rem' }}>
      <IconArrowLeft size={20} aria-hidden />
      <span>{name}</span>
    </Link>
    <PageHeading
      title="El equipo"
      windowTitle={`El equipo de ${name}`}
      lead={
        myRole === 'owner'
          ? 'Invita a quienes organizan contigo y decide qué puede hacer cada quien en todas las actividades del colectivo.'
          : 'Quienes lo administran invitan y deciden qué puede hacer cada quien.'
      }
    />
    <TeamPanel
      team={{ kind: 'collective', slug }}
      canManage={myRole === 'owner'}
      userId={userId}
      order={2}
      onLeft={onLeft}
    />
  </>
);
