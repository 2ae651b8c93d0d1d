import { useId, useMemo, useState } from 'react';
import { pictureSources } from '../../lib/storage/files.ts';
import { useDataSaved } from '../use-data-saved.ts';
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
  /** Whether the user who saves data has asked for it. */
  isAsked?: boolean;
}

/** A 16:9 picture, or a weave in place of a missing one. Of a user who saves data its blurred placeholder, which the page contains. */
export function WovenPicture({
  of: { _id, title, image, picture },
  sizes,
  isUrgent = false,
  isAsked = false,
}: WovenPictureProps) {
  const [hasFailed, setFailed] = useState(false);
  const isWaiting = useDataSaved() && !isAsked;
  return (
    <div className={classes.frame}>
      {image === null || picture === null ? (
        <Weave seed={_id} label="No hay imagen" />
      ) : hasFailed ? (
        // The activity has a picture, but it failed to load.
        <Weave seed={_id} />
      ) : isWaiting ? (
        <div
          className={classes.picture}
          role="img"
          aria-label={`Imagen de ${title}, sin cargar`}
          style={{ backgroundImage: `url("${picture.placeholder}")` }}
        />
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
