import { Button } from '@mantine/core';
import type { AttendanceWithActivity } from '@minga/contract/attendance';
import { IconQrcode } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useLazyDialog } from '../../components/dialog/use-lazy-dialog.ts';
import { codeVisibility } from '../../lib/attendance/code-visibility.ts';
import { useNow } from '../../lib/dates/now.ts';
import { preload } from '../../lib/errors/load-code.ts';

interface Props {
  readonly attendance: Pick<AttendanceWithActivity, 'code' | 'name' | 'companions' | 'task' | 'checkedInAt'>;
}

const loadDialog = () => import('./own-code-dialog.tsx');
const preloadDialog = preload(loadDialog);
const OwnCodeDialog = lazy(() => loadDialog().then(module => ({ default: module.OwnCodeDialog })));

/** 'Mi código' of a card: filled near the day until the arrival, when it is what the person looks for. */
export function OwnCodeButton({ attendance }: Props) {
  const { isOpen, isMounted, open, close } = useLazyDialog(loadDialog);
  const visibility = useNow(now => codeVisibility(attendance.task, now));
  const { code } = attendance;
  // Lists that an earlier version stored have none.
  if (!code || visibility === 'gone') return null;
  return (
    <>
      <Button
        fullWidth
        variant={visibility === 'shown' && attendance.checkedInAt === null ? 'filled' : 'default'}
        leftSection={<IconQrcode size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
      >
        Mi código
      </Button>
      <Suspense>
        {isMounted && <OwnCodeDialog {...attendance} code={code} isOpen={isOpen} onClose={close} />}
      </Suspense>
    </>
  );
}
