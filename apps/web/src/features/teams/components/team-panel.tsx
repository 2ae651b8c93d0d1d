import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { useOutcome } from '../../../components/use-outcome.ts';
import type { Team } from '../team.ts';
import { InvitationSection } from './invitation-section.tsx';
import { MemberSection } from './member-section.tsx';
import classes from './team-panel.module.css';

export interface TeamPanelProps {
  team: Team;
  /** Whether the user changes the team, or only sees it and may leave. */
  canManage: boolean;
  userId: string;
  /** Heading level of the sections. */
  order: 2 | 3;
  /** Called after the user has left. */
  onLeft: () => void;
}

/** The members of a team and, for those who manage it, the invitations that wait for an answer. */
export function TeamPanel(props: TeamPanelProps) {
  const outcome = useOutcome();
  return (
    <div className={classes.panel}>
      <OutcomeMessages outcome={outcome} takesFocus />
      <MemberSection {...props} outcome={outcome} />
      {props.canManage && <InvitationSection {...props} outcome={outcome} />}
    </div>
  );
}
