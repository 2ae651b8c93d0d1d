import type { Activity } from '@minga/contract/activities';
import type { Memory } from '@minga/contract/memory';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import classes from './memory.module.css';
import { MemoryImage } from './memory-image.tsx';

const loadDialog = () => import('./memory-dialog.tsx');
const MemoryDialog = lazy(() => loadDialog().then(module => ({ default: module.MemoryDialog })));

// Only for organisers.
const HiddenMemory = lazy(() =>
  import('./hidden-memory.tsx').then(module => ({ default: module.HiddenMemory })),
);

/** How wide the pictures are shown: one or two share the row. */
const SIZES: Readonly<Record<number, string>> = {
  1: '(max-width: 62rem) 100vw, 44rem',
  2: '(max-width: 62rem) 50vw, 22rem',
};
const SIZES_OF_MORE = '(max-width: 36rem) 50vw, 14rem';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'title'>;
  readonly memory: Memory;
  /** The button that reports it. */
  readonly report?: ReactNode;
}

/** 'Lo que hicimos' on an activity's page: what its organisers tell, and pictures that open larger. */
export function MemoryView({ activity, memory, report }: Props) {
  const { text, images } = memory;
  const dialog = useLazyDialog(loadDialog);
  const [shown, setShown] = useState(0);
  return (
    <section aria-labelledby="memory" className={classes.memory}>
      <h2 id="memory" className={classes.title}>
        Lo que hicimos
      </h2>
      {memory.isHidden && (
        <Suspense>
          <HiddenMemory memory={memory} activityId={activity._id} />
        </Suspense>
      )}
      {text !== '' && <p className={classes.text}>{text}</p>}
      {images.length > 0 && (
        <ul className={classes.gallery}>
          {images.map(({ _id, url }, index) => (
            <li key={_id}>
              <button
                type="button"
                className={classes.open}
                aria-haspopup="dialog"
                onClick={() => {
                  setShown(index);
                  dialog.open();
                }}
              >
                <MemoryImage
                  className={classes.picture}
                  url={url}
                  alt={`Foto ${index + 1} de «${activity.title}»`}
                  sizes={SIZES[images.length] ?? SIZES_OF_MORE}
                  isLazy
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {report}
      <Suspense>
        {dialog.isMounted && (
          <MemoryDialog
            title={activity.title}
            images={images}
            shown={shown}
            onShow={setShown}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </section>
  );
}
