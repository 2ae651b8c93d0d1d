import type { CSSProperties, ReactNode } from 'react';
import { roles } from '../../../components/table-roles.ts';
import classes from './panel-table.module.css';

interface Props {
  labelledBy: string;
  columns: readonly string[];
  /** The columns' measures where there is room, as `grid-template-columns` takes them. */
  widths: string;
  /** `PanelRow`s. */
  children: ReactNode;
}

/** A table where there is room for it, and cards where there is not: the same elements, laid out otherwise. */
export const PanelTable = ({ labelledBy, columns, widths, children }: Props) => (
  <div className={classes.frame}>
    <table
      {...roles.table}
      aria-labelledby={labelledBy}
      className={classes.table}
      style={{ '--minga-panel-columns': widths } as CSSProperties}
    >
      <thead {...roles.group} className={classes.head}>
        <tr {...roles.row} className={classes.columns}>
          {columns.map(column => (
            <th key={column} {...roles.header} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...roles.group} className={classes.body}>
        {children}
      </tbody>
    </table>
  </div>
);

/** `id` is what the row is about, by which the focus finds it again (components/use-focus-recovery.ts). */
export const PanelRow = ({ id, children }: { id: string; children: ReactNode }) => (
  <tr {...roles.row} data-row={id} className={classes.row}>
    {children}
  </tr>
);

interface CellProps {
  /** What a card calls it, where its words alone would not say what they are. */
  label?: string;
  /** The row's buttons: in one line at the end, or across the card. */
  isActions?: boolean;
  children: ReactNode;
}

export const PanelCell = ({ label, isActions = false, children }: CellProps) => (
  <td {...roles.cell} className={isActions ? classes.actions : classes.cell}>
    {label && (
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
    )}
    {children}
  </td>
);
