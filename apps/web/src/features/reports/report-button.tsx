import { Button } from '@mantine/core';
import type { NewReport } from '@minga/contract/reports';
import { IconFlag } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { preload } from '../../lib/errors/load-code.ts';
import classes from './reports.module.css';

// The form is loaded when a visitor is about to open it: few ever do.
const loadDialog = () => import('./report-dialog.tsx');
const ReportDialog = lazy(() => loadDialog().then(module => ({ default: module.ReportDialog })));

interface Props {
  readonly target: NewReport['target'];
  readonly label?: string;
  readonly isSignedIn: boolean;
}

/** 'Reportar': quiet, for the end of a page; also for visitors. */
export function ReportButton({ target, label = 'Reportar', isSignedIn }: Props) {
  const dialog = useLazyDialog(loadDialog);
  return (
    <div className={classes.place}>
      <Button
        variant="subtle"
        size="sm"
        className={classes.button ?? ''}
        leftSection={<IconFlag size={18} aria-hidden />}
        aria-haspopup="dialog"
        onPointerEnter={preload(loadDialog)}
        onFocus={preload(loadDialog)}
        onClick={dialog.open}
      >
        {label}
      </Button>
      <Suspense>
        {dialog.isMounted && (
          <ReportDialog
            target={target}
            isSignedIn={isSignedIn}
            isOpen={dialog.isOpen}
            onClose={dialog.close}
          />
        )}
      </Suspense>
    </div>
  );
}
