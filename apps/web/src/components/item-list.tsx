import type { Icon as IconType } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import classes from './item-list.module.css';

interface Props {
  readonly ref?: Ref<HTMLUListElement>;
  readonly label?: string;
  /** `ItemRow`s. */
  readonly children: ReactNode;
}

/** A list of things that the user owns, such as sessions or tokens. */
export const ItemList = ({ ref, label, children }: Props) => (
  <ul ref={ref} aria-label={label} className={classes.list}>
    {children}
  </ul>
);

interface ItemRowProps {
  readonly id: string;
  readonly icon?: IconType;
  readonly name: ReactNode;
  /** Marks one row, such as that of this device. */
  readonly mark?: string | false;
  /** Buttons and their dialogs. */
  readonly action: ReactNode;
  /** Below the row, as wide as it. */
  readonly details?: ReactNode;
  /** Paragraphs. */
  readonly children: ReactNode;
}

/** A row of `ItemList`: name, facts and what can be done. Focusable by script, for a list that grows. */
export const ItemRow = ({ id, icon: Icon, name, mark, action, details, children }: ItemRowProps) => (
  <li data-row={id} tabIndex={-1} className={`stack ${classes.row}`}>
    {Icon && <Icon size={26} className={classes.icon} aria-hidden />}
    <div className={classes.facts}>
      <p className={classes.name}>
        <span>{name}</span> {mark && <span className={classes.mark}>{mark}</span>}
      </p>
      {children}
    </div>
    <div className={classes.action}>{action}</div>
    {details && <div className={classes.details}>{details}</div>}
  </li>
);
