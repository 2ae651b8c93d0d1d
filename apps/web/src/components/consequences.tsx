import classes from './consequences.module.css';
import { Note } from './note.tsx';

interface Props {
  /** Whom or what it is about. */
  subject: string;
  detail?: string;
  /** What will be lost. */
  children: string;
}

/** What a question before a deletion is about. */
export const Consequences = ({ subject, detail, children }: Props) => (
  <>
    <p className={classes.subject}>
      <bdi>{subject}</bdi>
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </p>
    <Note tone="clay">{children}</Note>
  </>
);
