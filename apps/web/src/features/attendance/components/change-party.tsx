import { Button } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../../components/use-lazy-dialog.ts';
import { counted } from '../../../lib/digits.ts';
import { preload } from '../../../lib/load-code.ts';
import classes from './attending-notice.module.css';
import type { ChangePartyDialog as Dialog } from './change-party-dialog.tsx';

type Props = Omit<Parameters<typeof Dialog>[0], 'isOpen' | 'onClose'>;

const loadDialog = () => import('./change-party-dialog.tsx');
const preloadDialog = preload(loadDialog);
const ChangePartyDialog = lazy(() => loadDialog().then(module => ({ default: module.ChangePartyDialog })));

/** The button that changes how many people come along. */
export function ChangeParty(props: Props) {
  const { isOpen, isMounted, open, close } = useLazyDialog(loadDialog);
  return (
    <>
      {props.companions > 0 && (
        <p
          className={classes.party}
        >{`Vas con ${counted(props.companions, 'acompañante', 'acompañantes')}`}</p>
      )}
      <Button
        fullWidth
        variant="subtle"
        leftSection={<IconUsersPlus size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        {props.companions === 0 ? 'Llevar acompañantes' : 'Cambiar acompañantes'}
      </Button>
      <Suspense>{isMounted && <ChangePartyDialog {...props} isOpen={isOpen} onClose={close} />}</Suspense>
    </>
  );
}
