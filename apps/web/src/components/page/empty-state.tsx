import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from '../brand/drawing.tsx';
import classes from './empty-state.module.css';

interface Props {
  drawing: DrawingName;
  /** The heading: a sentence. */
  title: string;
  text?: string;
  /** The heading's level in the page. */
  order?: 1 | 2 | 3;
  /** The next step: buttons or links. */
  children?: ReactNode;
}

/** Shown when there is no content: a drawing, an explanation and the next step. */
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
