import classes from './consequences.module.css';
import { Note } from './note.tsx';

interface Props {
  /** The person or thing to be deleted. */
  subject: string;
  detail?: string;
  /** What will be lost. */
  children: string;
}

/** The text of a deletion dialog: the subject and the consequences. */
export const Consequences = ({ subject, detail, children }: Props) => (
  <>
    <p className={classes.subject}>
      <bdi>{subject}</bdi>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </p>
    <Note tone="clay">{children}</Note>
  </>
);
