import { useId, useMemo } from 'react';
import classes from './weave.module.css';
import { TILE_COLUMNS, TILE_ROWS, weaveOf } from './weave-pattern.ts';

interface Props {
  /** The same seed is always the same weave. */
  seed: string;
  /** What is read on it; without it the weave is mere ornament. */
  label?: string;
}

/** The weave of a mochila; fills its parent and stands in for a missing picture. */
export function Weave({ seed, label }: Props) {
  const weave = useMemo(() => weaveOf(seed), [seed]);
  const id = useId();
  return (
    <div className={classes.weave}>
      <svg
        className={classes.cloth}
        viewBox={`0 0 ${TILE_COLUMNS * 2} ${TILE_ROWS}`}
        preserveAspectRatio="xMidYMid slice"
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <pattern id={id} width={TILE_COLUMNS} height={TILE_ROWS} patternUnits="userSpaceOnUse">
          <rect width={TILE_COLUMNS} height={TILE_ROWS} fill={weave.ground} />
          {weave.yarns.map(yarn => (
            <path key={yarn.color} d={yarn.path} fill={yarn.color} />
          ))}
        </pattern>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      {label && <span className={classes.label}>{label}</span>}
    </div>
  );
}
