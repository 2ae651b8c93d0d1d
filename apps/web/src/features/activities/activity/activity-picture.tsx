import type { Activity } from '@minga/contract/activities';
import { IconMaximize, IconPhoto } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { WovenPicture } from '../../../components/brand/weave.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { useDataSaved } from '../../../components/use-data-saved.ts';
import { preload } from '../../../lib/errors/load-code.ts';
import classes from './activity.module.css';

const loadDialog = () => import('./picture-dialog.tsx');
const PictureDialog = lazy(() => loadDialog().then(module => ({ default: module.PictureDialog })));

/** Ratios that a 16:9 frame may cut. A poster outside of them is shown whole, on its blurred placeholder. */
const [NARROWEST, WIDEST] = [1.5, 2.1];

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title' | 'image' | 'picture'>;
}

/** The picture of an activity, at most a third of the screen high; a press shows it on the whole screen, or loads it where data is saved. */
export function ActivityPicture({ activity }: Props) {
  const { image, picture } = activity;
  const { isMounted, isOpen, open, close } = useLazyDialog(loadDialog);
  const [isAsked, setAsked] = useState(false);
  const isWaiting = useDataSaved() && !isAsked;
  const ratio = picture === null ? null : picture.width / picture.height;
  const isPoster = ratio !== null && (ratio < NARROWEST || ratio > WIDEST);
  return (
    <div className={classes.picture} data-poster={isPoster || undefined}>
      <WovenPicture of={activity} sizes="(max-width: 62rem) 100vw, 50rem" isUrgent isAsked={isAsked} />
      {image !== null && picture !== null && isWaiting && (
        // Without the code of the page, which it does not need, the browser opens the picture itself.
        <a
          href={image}
          className={classes.enlarge}
          onClick={event => {
            event.preventDefault();
            setAsked(true);
          }}
        >
          <span className={`row small strong ${classes.ask}`}>
            <IconPhoto size={18} aria-hidden />
            Ver la foto
          </span>
        </a>
      )}
      {image !== null && picture !== null && !isWaiting && (
        <>
          <button
            type="button"
            className={`plain ${classes.enlarge}`}
            aria-label="Ver la imagen en toda la pantalla"
            aria-haspopup="dialog"
            onClick={open}
            onPointerEnter={preload(loadDialog)}
            onFocus={preload(loadDialog)}
          >
            <IconMaximize size={18} aria-hidden />
          </button>
          <Suspense>
            {isMounted && (
              <PictureDialog
                title={activity.title}
                image={image}
                picture={picture}
                isOpen={isOpen}
                onClose={close}
              />
            )}
          </Suspense>
        </>
      )}
    </div>
  );
}
