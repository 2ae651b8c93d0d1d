import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { digits } from '../../../lib/digits.ts';
import { openCases } from '../api/open-cases.ts';
import classes from './open-cases.module.css';

/** The number of reported cases that wait for a decision, on the tab; nothing if there are none. */
export function OpenCases() {
  const { data: count = 0 } = useQuery(openCases);
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <VisuallyHidden component="span">, </VisuallyHidden>
      <span>{digits(count)}</span>
      <VisuallyHidden component="span"> por revisar</VisuallyHidden>
    </span>
  );
}
