import { useId, useMemo, useState } from 'react';
import { pictureSources } from '../../lib/storage/files.ts';
import classes from './weave.module.css';
import { bandOf, people, TILE_COLUMNS, TILE_ROWS, weaveOf, zigzag } from './weave-pattern.ts';

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

interface WovenPictureProps {
  /** The activity, whose id is the seed of its weave. */
  of: {
    readonly _id: string;
    readonly title: string;
    /** URL of the largest version; `picture` has the others. */
    readonly image: string | null;
    readonly picture: {
      readonly width: number;
      readonly height: number;
      readonly widths: readonly number[];
      readonly hasAvif: boolean;
      readonly placeholder: string;
    } | null;
  };
  /** Its displayed width, as an image's `sizes`. */
  sizes: string;
  /** Loads eagerly and with high priority: for the main picture of a page. */
  isUrgent?: boolean;
}

/** A 16:9 picture, or a weave in place of a missing one. */
export function WovenPicture({
  of: { _id, title, image, picture },
  sizes,
  isUrgent = false,
}: WovenPictureProps) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={classes.frame}>
      {image === null || picture === null ? (
        <Weave seed={_id} label="No hay imagen" />
      ) : hasFailed ? (
        // The activity has a picture, but it failed to load.
        <Weave seed={_id} />
      ) : (
        <picture>
          {picture.hasAvif && (
            <source type="image/avif" srcSet={pictureSources(image, picture.widths, 'avif')} sizes={sizes} />
          )}
          <img
            className={classes.picture}
            src={image}
            srcSet={pictureSources(image, picture.widths)}
            sizes={sizes}
            width={picture.width}
            height={picture.height}
            alt={`Imagen de ${title}`}
            loading={isUrgent ? 'eager' : 'lazy'}
            decoding="async"
            fetchPriority={isUrgent ? 'high' : 'auto'}
            // The error event of a server-rendered image may have preceded hydration.
            ref={img => {
              if (img?.complete && img.naturalWidth === 0) setFailed(true);
            }}
            style={{ backgroundImage: `url("${picture.placeholder}")` }}
            onError={() => setFailed(true)}
          />
        </picture>
      )}
    </div>
  );
}
