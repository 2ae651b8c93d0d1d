import { useState } from 'react';
import { pictureSources } from '../lib/picture-sources.ts';
import { Weave } from './weave.tsx';
import classes from './woven-picture.module.css';

interface Props {
  /** What is to be seen; its weave is its own. */
  of: {
    readonly _id: string;
    readonly title: string;
    /** URL of the largest version; `picture` tells the others. */
    readonly image: string | null;
    readonly picture: {
      readonly width: number;
      readonly height: number;
      readonly widths: readonly number[];
      readonly hasAvif: boolean;
      readonly placeholder: string;
    } | null;
  };
  /** The width that it will have on the screen, as the `sizes` of an image says it. */
  sizes: string;
  /** The one picture at the head of a page is not worth waiting for. */
  isUrgent?: boolean;
}

/** A picture, 16:9, or the weave that stands in for a missing one. */
export function WovenPicture({ of: { _id, title, image, picture }, sizes, isUrgent = false }: Props) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <div className={classes.frame}>
      {image === null || picture === null ? (
        <Weave seed={_id} label="No hay imagen" />
      ) : hasFailed ? (
        // There is one, which cannot be had now.
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
            style={{ backgroundImage: `url("${picture.placeholder}")` }}
            onError={() => setFailed(true)}
          />
        </picture>
      )}
    </div>
  );
}
