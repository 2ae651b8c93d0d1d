import type { Activity } from '@minga/contract/activities';
import type { ActivityActions } from '../../activity-actions.ts';
import type { RowSelection } from '../../use-row-selection.ts';
import { PanelTable } from '../panel-table.tsx';
import { ActivityRow } from './activity-row.tsx';

interface Props extends ActivityActions {
  activities: readonly Activity[];
  labelledBy: string;
  selection: RowSelection;
}

const COLUMNS = ['Actividad', 'Fecha', 'Lugar', 'Estado', 'Promoción', 'La publicó', 'Acciones'];
const WIDTHS = 'minmax(0, 1.7fr) 7.75rem minmax(0, 0.8fr) 6.5rem 5.5rem minmax(0, 0.9fr) 15.5rem';

export const ActivityTable = ({ activities, labelledBy, selection, ...actions }: Props) => (
  <PanelTable labelledBy={labelledBy} columns={COLUMNS} widths={WIDTHS}>
    {activities.map(activity => (
      <ActivityRow key={activity._id} activity={activity} selection={selection} {...actions} />
    ))}
  </PanelTable>
);
