import { useState } from 'react';
import { pictureSources } from '../lib/files.ts';
import classes from './weave.module.css';
import { Weave } from './weave.tsx';

interface Props {
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
export function WovenPicture({ of: { _id, title, image, picture }, sizes, isUrgent = false }: Props) {
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
