import classes from './status-tag.module.css';

interface Props {
  tone: 'forest' | 'clay' | 'sky' | 'plain';
  children: string;
}

/** A state. The colour adds no information to the text. */
export const StatusTag = ({ tone, children }: Props) => (
  <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>
);
