import classes from './stitched-sign.module.css';

/** A sign of 11 × 11 stitches on a cloth. */
export interface Sign {
  readonly cloth: string;
  readonly rows: readonly string[];
}

/** A decorative woven patch. */
export const StitchedSign = ({ cloth, rows }: Sign) => (
  <svg viewBox="0 0 15 15" className={classes.sign} shapeRendering="crispEdges" aria-hidden="true">
    <path d="M0 0h15v15H0z" fill={cloth} />
    <path d={stitches(rows, 'x')} fill="#fbf8f2" />
    <path d={stitches(rows, 'o')} fill="#f2b33d" />
  </svg>
);

const stitches = (rows: readonly string[], yarn: string): string =>
  rows
    .flatMap((row, y) => [...row].map((stitch, x) => (stitch === yarn ? `M${x + 2} ${y + 2}h1v1h-1z` : '')))
    .join('');
