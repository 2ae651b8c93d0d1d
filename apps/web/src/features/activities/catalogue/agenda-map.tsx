import type { Activity } from '@minga/contract/activities';
import { titleId } from '../model.ts';
import type { ActiveRow } from './activity-list.tsx';
import classes from './catalogue.module.css';
import { ResultsMap } from './results-map.tsx';

interface Props {
  activities: readonly Activity[];
  active: ActiveRow;
}

/** The map next to the rows of a wide screen. A pressed point moves the focus to its row. */
export const AgendaMap = ({ activities, active }: Props) => (
  <ResultsMap
    label="Mapa de la agenda"
    className={classes.map}
    activities={activities}
    active={active}
    onChoose={([first]) => first !== undefined && focusRow(first)}
  />
);

const focusRow = (id: string) =>
  document
    .getElementById(titleId({ _id: id }))
    ?.querySelector<HTMLElement>('a')
    ?.focus();
