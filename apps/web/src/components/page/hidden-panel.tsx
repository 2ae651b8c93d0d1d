import { IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import classes from './hidden-panel.module.css';

interface Props {
  readonly title: string;
  /** Of the title. */
  readonly order: 2 | 3;
  /** Names the people who still see it. */
  readonly text: ReactNode;
  readonly reason: string | null | undefined;
  /** Tells the organisers how to have it published again. */
  readonly remedy: ReactNode;
  readonly children?: ReactNode;
}

/** Of something that administration has hidden: why, and how to have it shown again. */
export function HiddenPanel({ title, order, text, reason, remedy, children }: Props) {
  const titleId = useId();
  const Title = `h${order}` as const;
  return (
    <section aria-labelledby={titleId} className={`stack ${classes.notice}`}>
      <Title id={titleId} className={`row ${classes.title}`}>
        <IconEyeOff size={22} aria-hidden />
        <span>{title}</span>
      </Title>
      <p className={classes.text}>
        {text}
        {reason && <span>{' Este es el motivo:'}</span>}
      </p>
      {reason && <blockquote className={classes.reason}>{reason}</blockquote>}
      <p className={classes.text}>{remedy}</p>
      {children}
    </section>
  );
}
