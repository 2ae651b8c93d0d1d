import { IconCheck } from '@tabler/icons-react';
import classes from './detailed-option.module.css';

interface Props {
  name: string;
  /** What tells it from others of that name. */
  detail: string;
  /** It is the present choice; for a list that marks it. */
  isChecked?: boolean | undefined;
}

/** An option in two lines. The list that has it takes `row` of the style sheet for its options' frame. */
export const DetailedOption = ({ name, detail, isChecked = false }: Props) => (
  <>
    <span className={classes.option}>
      <span className={classes.name}>{name}</span>
      <span className={classes.detail}>{detail}</span>
    </span>
    {isChecked && <IconCheck size={20} className={classes.check} aria-hidden />}
  </>
);
