import { OutcomeMessages } from '../../../components/outcome-messages.tsx';
import { useOutcome } from '../../../components/use-outcome.ts';
import type { TeamPanelProps } from '../team-panel-props.ts';
import { InvitationSection } from './invitation-section.tsx';
import { MemberSection } from './member-section.tsx';
import classes from './team-panel.module.css';

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
