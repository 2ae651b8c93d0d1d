import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { digits } from '../../../lib/digits.ts';
import { reportStats } from '../api/report-stats.ts';
import classes from './open-cases.module.css';

/** The number of reported cases that wait for a decision, on the tab; nothing if there are none. */
export function OpenCases() {
  const { data } = useQuery(reportStats);
  if (data === undefined || data.openCases === 0) return null;
  return (
    <span className={classes.badge}>
      <VisuallyHidden component="span">, </VisuallyHidden>
      {digits(data.openCases)}
      <VisuallyHidden component="span"> por revisar</VisuallyHidden>
    </span>
  );
}
