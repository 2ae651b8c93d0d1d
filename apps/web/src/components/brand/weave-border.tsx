import { useId } from 'react';
import classes from './weave.module.css';
import { knit, type Motif, pathOf, people, TILE_COLUMNS, zigzag } from './weave-pattern.ts';

/** Stitch size in pixels. */
const STITCH = { people: 4, zigzag: 3 } as const;

interface WeaveBorderProps {
  motif: 'people' | 'zigzag';
}

/** One band of the weave at full width. Decorative. */
export function WeaveBorder({ motif }: WeaveBorderProps) {
  const id = useId();
  const { rows, paths } = bandOf(motif === 'people' ? people : zigzag);
  const height = rows + 2;
  const stitch = STITCH[motif];
  return (
    <svg
      className={classes.border}
      width="100%"
      height={height * stitch}
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <pattern
        id={id}
        width={TILE_COLUMNS}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${stitch})`}
      >
        <g transform="translate(0 1)">
          {paths.map((path, yarn) => (
            // The three yarns never change their order.
            <path key={path} d={path} className={classes[`yarn${yarn + 1}`]} />
          ))}
        </g>
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** A single motif for a border: `rows` high, one tile wide. */
function bandOf(motif: Motif): { rows: number; paths: string[] } {
  const rows = knit(motif);
  return { rows: rows.length, paths: [1, 2, 3].map(yarn => pathOf(rows, yarn)) };
}
