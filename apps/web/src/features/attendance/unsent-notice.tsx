import { Button } from '@mantine/core';
import { IconCloudUp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useOnline } from '../../components/use-online.ts';
import { useOutbox } from '../../lib/outbox.ts';
import classes from './attendance.module.css';
import type { Viewer } from './model.ts';
import { confirmationKind, ownPending, withdrawConfirmation } from './unsent.ts';

/** For a viewer whose confirmation waits for a network in this browser. */
export function UnsentNotice({ taskId, viewer }: { readonly taskId: string; readonly viewer: Viewer }) {
  const queryClient = useQueryClient();
  const isOnline = useOnline();
  const own = ownPending(useOutbox(confirmationKind, viewer?.email ?? null), taskId);

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
      <Button fullWidth variant="default" onClick={() => own && void withdrawConfirmation(queryClient, own)}>
        No enviar
      </Button>
    </>
  );
}
