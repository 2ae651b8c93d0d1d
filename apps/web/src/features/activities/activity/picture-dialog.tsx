import { Button, Modal } from '@mantine/core';
import type { Picture } from '@minga/contract/picture';
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState } from 'react';
import { useBackToClose } from '../../../components/dialog/use-back-to-close.ts';
import { pictureSources } from '../../../lib/storage/files.ts';
import classes from './picture-dialog.module.css';

interface Props {
  readonly title: string;
  /** URL of the largest version. */
  readonly image: string;
  readonly picture: Picture;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The picture fits the screen at 1; larger, the person moves over it. */
const ZOOMS = [1, 1.75, 3] as const;

/** The picture of an activity on the whole screen. The back button closes it. */
export function PictureDialog({ title, image, picture, isOpen, onClose }: Props) {
  const [step, setStep] = useState(0);
  useBackToClose('picture', isOpen, onClose);
  const zoom = ZOOMS[step] ?? 1;
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      fullScreen
      classNames={{ content: classes.content ?? '', body: classes.body ?? '' }}
      onExitTransitionEnd={() => setStep(0)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move over the enlarged picture. */}
      <section className={classes.frame} aria-label="Imagen" tabIndex={0}>
        <picture className={classes.picture}>
          {picture.hasAvif && (
            <source
              type="image/avif"
              srcSet={pictureSources(image, picture.widths, 'avif')}
              sizes={`${zoom * 100}vw`}
            />
          )}
          <img
            src={image}
            srcSet={pictureSources(image, picture.widths)}
            sizes={`${zoom * 100}vw`}
            width={picture.width}
            height={picture.height}
            alt={`Imagen de ${title}`}
            style={{ width: `${zoom * 100}%`, height: `${zoom * 100}%` }}
            onDoubleClick={() => setStep(zoom === 1 ? ZOOMS.length - 1 : 0)}
          />
        </picture>
      </section>
      <div className={`row ${classes.buttons}`}>
        <Button
          variant="default"
          leftSection={<IconZoomOut size={20} aria-hidden />}
          aria-disabled={step === 0 || undefined}
          onClick={() => setStep(Math.max(0, step - 1))}
        >
          Alejar
        </Button>
        <Button
          variant="default"
          leftSection={<IconZoomIn size={20} aria-hidden />}
          aria-disabled={step === ZOOMS.length - 1 || undefined}
          onClick={() => setStep(Math.min(ZOOMS.length - 1, step + 1))}
        >
          Acercar
        </Button>
      </div>
    </Modal>
  );
}
