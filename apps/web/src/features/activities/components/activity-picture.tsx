import type { Activity } from '@minga/contract/activities';
import { useState } from 'react';
import { Weave } from '../../../components/weave.tsx';
import { pictureSources } from '../picture-sources.ts';
import classes from './activity-picture.module.css';

interface Props {
  activity: Pick<Activity, '_id' | 'title' | 'image' | 'picture'>;
  /** The width that it will have on the screen, as the `sizes` of an image says it. */
  sizes: string;
  /** The one picture at the head of a page is not worth waiting for. */
  isUrgent?: boolean;
}

/** The picture of an activity, 16:9, or the weave that stands in for a missing one. */
export function ActivityPicture({ activity, sizes, isUrgent = false }: Props) {
  const [hasFailed, setFailed] = useState(false);
  const { image, picture } = activity;
  return (
    <div className={classes.frame}>
      {image === null || picture === null || hasFailed ? (
        <Weave seed={activity._id} label="No hay imagen" />
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
            alt={`Imagen de ${activity.title}`}
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
