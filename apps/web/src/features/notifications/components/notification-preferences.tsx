import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LoadingStatus } from '../../../components/loading-status.tsx';
import { SectionError } from '../../../components/section-error.tsx';
import { useScrollToHash } from '../../../components/use-scroll-to-hash.ts';
import { preferencesQuery } from '../api/preferences.ts';
import { PreferenceSwitches } from './preference-switches.tsx';

/** The notification preferences. Scrolls to the heading `headingId` of the page if the URL's hash is that id. */
export function NotificationPreferences({ headingId }: { headingId: string }) {
  const { data, error, refetch, isFetching } = useQuery(preferencesQuery);
  useScrollToHash(headingId);

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
    <SectionError
      error={error}
      fallback="Error al cargar tus avisos"
      isBusy={isFetching}
      retry={() => void refetch()}
    />
  );
}
