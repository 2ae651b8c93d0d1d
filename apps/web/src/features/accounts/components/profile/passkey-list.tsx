import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { ItemList } from '../../../../components/item-list.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { SectionError } from '../../../../components/section-error.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import type { Outcome } from '../../../../components/use-outcome.ts';
import { passkeysQuery } from '../../api/passkeys.ts';
import { PasskeyRow } from './passkey-row.tsx';

interface Props {
  outcome: Outcome;
  /** Focused when the last row is removed. */
  heading: RefObject<HTMLElement | null>;
}

/** The passkeys, each of which can be removed. */
export function PasskeyList({ outcome, heading }: Props) {
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery);
  const list = useFocusRecovery(heading);
  const now = new Date();

  if (data === undefined && error)
    return (
      <SectionError
        error={error}
        fallback="Error al cargar tus llaves de acceso"
        isBusy={isFetching}
        retry={() => void refetch()}
      />
    );
  if (data === undefined) return <LoadingStatus text="Cargando tus llaves…" />;
  // Also without rows: the focus recovery needs the list.
  return (
    <ItemList ref={list} label="Tus llaves de acceso">
      {data.map(passkey => (
        <PasskeyRow key={passkey._id} passkey={passkey} now={now} outcome={outcome} />
      ))}
    </ItemList>
  );
}
