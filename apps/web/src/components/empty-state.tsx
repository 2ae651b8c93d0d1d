import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './drawing.tsx';
import classes from './empty-state.module.css';

interface Props {
  drawing: DrawingName;
  /** The heading of the emptiness, a sentence. */
  title: string;
  text?: string;
  /** Level of the heading in its page. */
  order?: 1 | 2 | 3;
  /** The next step: a button or a link. */
  children?: ReactNode;
}

/** Nothing to show: a drawing, what that means, and what one can do about it. */
export function EmptyState({ drawing, title, text, order = 2, children }: Props) {
  const Heading = `h${order}` as const;
  return (
    <div className={classes.state}>
      <Drawing name={drawing} />
      <Heading className={classes.title}>{title}</Heading>
      {text && <p className={classes.text}>{text}</p>}
      {children && <div className={classes.next}>{children}</div>}
    </div>
  );
}
