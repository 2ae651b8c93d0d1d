import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useOnline } from '../../components/use-online.ts';
import classes from './attendance.module.css';
import type { Viewer } from './model.ts';
import { unsentOf, withdrawConfirmation } from './unsent.ts';

/** For a viewer whose confirmation waits for a network in this browser. */
export function UnsentNotice({ taskId, viewer }: { readonly taskId: string; readonly viewer: Viewer }) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();

  function withdraw(): void {
    const own = unsentOf(viewer).find(
      ({ outcome, confirmation }) =>
        outcome === null &&
        confirmation.taskId === taskId &&
        (viewer === null || confirmation.email === viewer.email),
    );
    if (own !== undefined) withdrawConfirmation(queryClient, viewer, own);
  }

  return (
    <>
      <p className={`row strong ${classes.going} ${classes.waiting}`}>
        <IconCloudUp size={22} aria-hidden />
        <span>
          {isOnline
            ? 'Por enviar: se envía sola cuando vuelva el servicio'
            : 'Por enviar: se envía sola cuando haya internet'}
        </span>
      </p>
      <Button fullWidth variant="default" onClick={withdraw}>
        No enviar
      </Button>
    </>
  );
}
