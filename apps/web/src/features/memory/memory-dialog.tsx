import { Button, Modal } from '@mantine/core';
import type { Memory } from '@minga/contract/memory';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import classes from './memory.module.css';
import { MemoryImage } from './memory-image.tsx';

interface Props {
  /** Of the activity. */
  readonly title: string;
  readonly images: Memory['images'];
  /** The number of the picture, from 0. */
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

/** One picture of a memory, large. The buttons and the arrow keys show the others. */
export function MemoryDialog({ title, images, shown, onShow, isOpen, onClose }: Props) {
  const image = images[shown];
  const name = `Foto ${shown + 1} de ${images.length}`;
  const turn = (step: number) => {
    if (images[shown + step] !== undefined) onShow(shown + step);
  };
  const turnByKey = ({ key }: KeyboardEvent) => turn(STEPS[key] ?? 0);
  return (
    <Modal opened={isOpen} onClose={onClose} title={name} size="56rem" centered onKeyDown={turnByKey}>
      {image && (
        <MemoryImage
          key={image._id}
          className={classes.large}
          url={image.url}
          alt={`Foto ${shown + 1} de «${title}»`}
          sizes="(max-width: 60rem) 100vw, 54rem"
        />
      )}
      {images.length > 1 && (
        <div className={classes.turn}>
          <Button
            variant="default"
            leftSection={<IconChevronLeft size={20} aria-hidden />}
            // Focusable at the first picture too: a disabled button would lose the focus.
            aria-disabled={shown === 0}
            data-disabled={shown === 0}
            onClick={() => turn(-1)}
          >
            Anterior
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={20} aria-hidden />}
            aria-disabled={shown === images.length - 1}
            data-disabled={shown === images.length - 1}
            onClick={() => turn(1)}
          >
            Siguiente
          </Button>
        </div>
      )}
    </Modal>
  );
}
