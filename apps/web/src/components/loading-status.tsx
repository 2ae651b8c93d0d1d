import { Loader, VisuallyHidden } from '@mantine/core';
import classes from './loading-status.module.css';

interface Props {
  text: string;
  /** The text for screen readers alone, beside skeletons that sighted people see. */
  isHidden?: boolean;
}

/** Says that something is being fetched. */
export function LoadingStatus({ text, isHidden = false }: Props) {
  if (isHidden) {
    return (
      <VisuallyHidden role="status" component="p">
        {text}
      </VisuallyHidden>
    );
  }
  return (
    <p role="status" className={classes.status}>
      <Loader size="sm" aria-hidden />
      {text}
    </p>
  );
}
