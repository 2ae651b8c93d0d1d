import type { ReactNode } from 'react';
import { Weave } from '../brand/weave.tsx';
import classes from './split-page.module.css';

interface Props {
  /** Selects the weave. */
  seed: string;
  /** On phones the content begins at the top. */
  isDense?: boolean;
  children: ReactNode;
}

/** A form column next to a woven cloth; on phones the cloth is a band above. */
export const SplitPage = ({ seed, isDense, children }: Props) => (
  <div className={classes.page} data-dense={isDense || undefined}>
    <div className={classes.cloth} aria-hidden="true">
      <Weave seed={seed} stitch={12} />
    </div>
    <div className={classes.column}>{children}</div>
  </div>
);
