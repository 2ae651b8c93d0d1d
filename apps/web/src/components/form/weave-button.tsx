import { IconNeedleThread } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { preload } from '../../lib/errors/load-code.ts';
import { useLazyDialog } from '../dialog/use-lazy-dialog.ts';
import classes from './image-picker.module.css';

const loadDialog = () => import('./weave-dialog.tsx');
const WeaveDialog = lazy(() => loadDialog().then(module => ({ default: module.WeaveDialog })));

interface Props {
  /** The name of the chosen file; null without one. */
  chosen: string | null;
  onChoose: (file: File) => void;
}

/** One of twelve weaves as the picture, for those who have no photo. */
export function WeaveButton({ chosen, onChoose }: Props) {
  const { isMounted, isOpen, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      <button
        type="button"
        className={classes.other}
        aria-haspopup="dialog"
        onClick={open}
        onPointerEnter={preload(loadDialog)}
        onFocus={preload(loadDialog)}
      >
        <IconNeedleThread size={22} aria-hidden />
        Elegir un tejido
      </button>
      <Suspense>
        {isMounted && <WeaveDialog isOpen={isOpen} chosen={chosen} onClose={close} onChoose={onChoose} />}
      </Suspense>
    </>
  );
}
