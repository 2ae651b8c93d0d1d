import classes from './status-tag.module.css';

interface Props {
  tone: 'forest' | 'clay' | 'sky' | 'plain';
  children: string;
}

/** A state, in a word: its colour says nothing that the word does not. */
export const StatusTag = ({ tone, children }: Props) => (
  <span className={`${classes.tag} ${classes[tone]}`}>{children}</span>
);
