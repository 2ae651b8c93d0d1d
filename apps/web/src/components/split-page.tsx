import type { ReactNode } from 'react';
import classes from './split-page.module.css';
import { Weave } from './weave.tsx';

interface Props {
  /** Which weave hangs beside it. */
  seed: string;
  children: ReactNode;
}

/** One column of something to fill in, beside a hanging cloth; on phones the cloth is a band above. */
export const SplitPage = ({ seed, children }: Props) => (
  <div className={classes.page}>
    <div className={classes.cloth} aria-hidden="true">
      <Weave seed={seed} stitch={12} />
    </div>
    <div className={classes.column}>{children}</div>
  </div>
);
