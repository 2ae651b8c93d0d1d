import { Loader } from '@mantine/core';
import classes from './page.module.css';

interface Props {
  text: string;
  /** The text is for screen readers only; skeletons show the state visually. */
  isHidden?: boolean;
}

/** Announces that data is loading. */
export function LoadingStatus({ text, isHidden = false }: Props) {
  if (isHidden) {
    return (
      <p role="status" className="unseen">
        {text}
      </p>
    );
  }
  return (
    <p role="status" className={`row soft ${classes.loading}`}>
      <Loader size="sm" aria-hidden />
      <span>{text}</span>
    </p>
  );
}
