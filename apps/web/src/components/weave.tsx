import { useId, useMemo } from 'react';
import classes from './weave.module.css';
import { TILE_COLUMNS, TILE_ROWS, weaveOf } from './weave-pattern.ts';

interface Props {
  /** The same seed always gives the same weave. */
  seed: string;
  /** The text on it; without it the weave is decorative. */
  label?: string;
  /** Stitch size in pixels, for a cloth of any shape; without it 48 × 27 stitches fill a 16:9 frame. */
  stitch?: number;
}

/** The weave of a mochila: fills its parent, and replaces a missing picture. */
export function Weave({ seed, label, stitch }: Props) {
  const weave = useMemo(() => weaveOf(seed), [seed]);
  const id = useId();
  return (
    <div className={classes.weave}>
      <svg
        className={classes.cloth}
        {...(!stitch && {
          viewBox: `0 0 ${TILE_COLUMNS * 2} ${TILE_ROWS}`,
          preserveAspectRatio: 'xMidYMid slice',
        })}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <pattern
          id={id}
          width={TILE_COLUMNS}
          height={TILE_ROWS}
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${stitch ?? 1})`}
        >
          <rect width={TILE_COLUMNS} height={TILE_ROWS} fill={weave.ground} />
          {weave.yarns.map(yarn => (
            <path key={yarn.color} d={yarn.path} fill={yarn.color} />
          ))}
        </pattern>
        <pattern
          id={`${id}knit`}
          width="1"
          height="1"
          patternUnits="userSpaceOnUse"
          patternTransform={`scale(${stitch ?? 1})`}
        >
          <path d="M0 .1L.5 .65L1 .1" className={classes.knit} shapeRendering="auto" />
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
        <rect width="100%" height="100%" fill={`url(#${id}knit)`} />
      </svg>
      {label && <span className={classes.label}>{label}</span>}
    </div>
  );
}
