import { IconCheck } from '@tabler/icons-react';
import classes from './detailed-option.module.css';

interface Props {
  name: string;
  /** Distinguishes options of the same name. */
  detail: string;
  /** Whether it is the current selection, for lists that mark it. */
  isChecked?: boolean | undefined;
}

/** An option in two lines. Its list uses the style sheet's `row` class for the options. */
export const DetailedOption = ({ name, detail, isChecked = false }: Props) => (
  <>
    <span className={classes.option}>
      <span className={classes.name}>{name}</span>
      <span className={`soft fine ${classes.detail}`}>{detail}</span>
    </span>
    {isChecked && <IconCheck size={20} aria-hidden />}
  </>
);
