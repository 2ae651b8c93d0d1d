import type { CSSProperties, ReactNode } from 'react';
import { roles } from '../../components/table-roles.ts';
import classes from './panel.module.css';

interface Props {
  labelledBy: string;
  columns: readonly string[];
  /** The column widths on wide screens, as a value of `grid-template-columns`. */
  widths: string;
  /** `PanelRow`s. */
  children: ReactNode;
}

/** A table on wide screens and cards on narrow ones, with the same elements. */
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

/** `id` identifies the row's subject for the recovery of the focus (components/use-focus-recovery.ts). */
export const PanelRow = ({ id, children }: { id: string; children: ReactNode }) => (
  <tr {...roles.row} data-row={id} className={classes.row}>
    {children}
  </tr>
);

interface CellProps {
  /** The label on a card, for values that are unclear without it. */
  label?: string;
  /** The cell contains the row's buttons. */
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
