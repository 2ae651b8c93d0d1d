import type { Team } from './api.ts';

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
