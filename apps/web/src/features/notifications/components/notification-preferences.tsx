import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { errorSentences } from '../../../lib/error-sentences.ts';
import { preferencesQuery } from '../api/preferences.ts';
import { PreferenceSwitches } from './preference-switches.tsx';

/** The notification preferences. Scrolls to the heading `headingId` of the page if the URL's hash is that id. */
export function NotificationPreferences({ headingId }: { headingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(preferencesQuery);

  useEffect(() => {
    if (location.hash !== `#${headingId}`) return;
    const heading = document.getElementById(headingId);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [headingId]);

  if (data !== undefined) return <PreferenceSwitches preferences={data} />;
  if (!error) {
    return (
      <>
        <LoadingStatus text="Cargando tus avisos…" isHidden />
        <Skeleton height={320} />
      </>
    );
  }
  return (
    <>
      <MessageBox
        kind="error"
        message={{ sentences: errorSentences(error, 'Error al cargar tus avisos'), isVisible: true }}
      />
      <div>
        <BusyButton
          variant="default"
          onClick={() => void refetch()}
          isBusy={isFetching}
          busyLabel="Cargando…"
        >
          Intentar de nuevo
        </BusyButton>
      </div>
    </>
  );
}
