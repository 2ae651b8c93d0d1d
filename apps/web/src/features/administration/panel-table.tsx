import type { Icon } from '@tabler/icons-react';
import type { CSSProperties, ReactNode } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { roles } from '../../components/table-roles.ts';
import classes from './panel.module.css';
import type { RowAction, RowActions } from './row-actions.tsx';

interface Column<Row> {
  readonly name: string;
  /** On wide screens, a track of `grid-template-columns`. */
  readonly width: string;
  /** On a card; the name by default, and '' for values that are clear without it. */
  readonly label?: string;
  readonly cell: (row: Row) => ReactNode;
}

/** A table of the panel, described. */
export interface TableDescription<Row> {
  /** Identifies the row's subject for its actions and for the recovery of the focus (components/dialog/use-focus-recovery.ts). */
  readonly idOf: (row: Row) => string;
  readonly columns: readonly Column<Row>[];
  readonly buttons?: {
    readonly width: string;
    /** The row's subject, part of the accessible name because every row has these buttons. */
    readonly about: (row: Row) => string;
    readonly of: (row: Row) => readonly RowAction[];
    /** Shown in a row without buttons. */
    readonly none?: string;
  };
}

interface Props<Row> {
  of: TableDescription<Row>;
  rows: readonly Row[];
  labelledBy: string;
  /** For the buttons. */
  actions?: RowActions;
  /** An action on all rows is in progress. */
  isBusy?: boolean;
}

/** A table on wide screens and cards on narrow ones, with the same elements. */
export function PanelTable<Row>({ of: { idOf, columns, buttons }, rows, ...props }: Props<Row>) {
  const { actions, isBusy = false } = props;
  const widths = [...columns.map(({ width }) => width), buttons?.width].join(' ');
  const names = [...columns.map(({ name }) => name), ...(buttons ? ['Acciones'] : [])];
  return (
    <div className={classes.frame}>
      <table
        {...roles.table}
        aria-labelledby={props.labelledBy}
        className={`card ${classes.table}`}
        style={{ '--minga-panel-columns': widths } as CSSProperties}
      >
        <thead {...roles.group} className={classes.head}>
          <tr {...roles.row} className={classes.columns}>
            {names.map(name => (
              <th key={name} {...roles.header} scope="col" className="soft small strong">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group} className={classes.body}>
          {rows.map(row => (
            <tr key={idOf(row)} {...roles.row} data-row={idOf(row)} className={classes.row}>
              {columns.map(({ name, label = name, cell }) => (
                <td key={name} {...roles.cell} className={classes.cell}>
                  {label !== '' && (
                    <span className={`soft fine ${classes.label}`} aria-hidden="true">
                      {label}
                    </span>
                  )}
                  {cell(row)}
                </td>
              ))}
              {buttons && actions && (
                <Buttons
                  of={buttons}
                  row={row}
                  isBusy={isBusy || actions.isBusy(idOf(row))}
                  press={action => actions.press(idOf(row), action)}
                />
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ButtonsProps<Row> {
  of: NonNullable<TableDescription<Row>['buttons']>;
  row: Row;
  isBusy: boolean;
  press: (action: RowAction) => void;
}

function Buttons<Row>({ of, row, isBusy, press }: ButtonsProps<Row>) {
  const all = of.of(row);
  if (all.length === 0 && of.none === undefined) return null;
  return (
    <td {...roles.cell} className={classes.actions}>
      {all.length === 0 && <span className="soft small">{of.none}</span>}
      {all.map(action => (
        <RowButton
          key={action.key ?? action.label}
          icon={action.icon}
          about={of.about(row)}
          tone={action.tone}
          isBusy={isBusy}
          isHarmless={action.isHarmless}
          onClick={() => press(action)}
        >
          {action.label}
        </RowButton>
      ))}
    </td>
  );
}

interface RowButtonProps {
  icon: Icon;
  /** The visible label. */
  children: string;
  about: string;
  tone?: RowAction['tone'];
  /** An action of the row is in progress: the button stays focusable and ignores presses. */
  isBusy: boolean;
  isHarmless?: RowAction['isHarmless'];
  onClick: () => void;
}

/** A button in a row of a table. */
export const RowButton = ({
  icon: RowIcon,
  children,
  about,
  tone,
  isBusy,
  isHarmless = false,
  onClick,
}: RowButtonProps) => (
  <BusyButton
    size="sm"
    variant="default"
    isBusy={isBusy}
    busyLabel={children}
    aria-label={`${children}: ${about}`}
    leftSection={<RowIcon size={18} aria-hidden />}
    className={(tone && classes[tone]) ?? ''}
    data-harmless={isHarmless || undefined}
    // The second click of a double click would hit the button that the first one has changed.
    onClick={({ detail }) => detail < 2 && onClick()}
  >
    {children}
  </BusyButton>
);

interface StatusTagProps {
  tone: 'forest' | 'clay' | 'sky' | 'plain';
  children: string;
}

/** A state. The colour adds no information to the text. */
export const StatusTag = ({ tone, children }: StatusTagProps) => (
  <span className={`strong fine ${classes.tag} ${classes[tone]}`}>{children}</span>
);
