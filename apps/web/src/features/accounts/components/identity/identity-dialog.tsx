import { Button, Group, Modal, Skeleton, Stack } from '@mantine/core';
import { IDENTITY_MINUTES } from '@minga/contract/identity';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { secondFactorQuery } from '../../api/second-factor.ts';
import { supportsPasskeys } from '../../passkey-support.ts';
import { IdentityForm, type ProofKind } from './identity-form.tsx';
import { OtherProofs } from './other-proofs.tsx';
import { PasskeyProof } from './passkey-proof.tsx';

/**
 * Asks for a code if the account has an authenticator app, for a passkey if it has one and the browser knows them, else for the
 * password. `onDone` gets whether the session is confirmed.
 */
export function IdentityDialog({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  // Without an answer the password is asked, which every account has.
  const { data, isPending } = useQuery(secondFactorQuery);
  const [chosen, setChosen] = useState<ProofKind | null>(null);
  const hasCodes = data?.totp != null;
  const hasPasskeys = supportsPasskeys() && (data?.passkeyCount ?? 0) > 0;
  const kind = chosen ?? (hasCodes ? 'code' : hasPasskeys ? 'passkey' : 'password');
  const cancel = () => onDone(false);
  const typed: ProofKind[] = hasCodes ? ['password', 'code'] : ['password'];
  const others = (
    <>
      {hasPasskeys && <PasskeyProof isMain={kind === 'passkey'} onConfirmed={() => onDone(true)} />}
      <OtherProofs kinds={typed.filter(other => other !== kind)} onChoose={setChosen} />
    </>
  );

  return (
    <Modal
      opened
      onClose={cancel}
      title="Confirma que eres tú"
      closeOnClickOutside={false}
      // Its own handler, and a mark for Mantine's, which would also close the dialog below.
      closeOnEscape={false}
      onFocusCapture={({ target }) => target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={event => {
        if (event.key === 'Escape') cancel();
      }}
    >
      <Stack gap="md">
        <p
          style={{ margin: 0 }}
        >{`Lo que vas a hacer es delicado. Por si alguien más tiene tu dispositivo, confírmalo; no te lo volvemos a pedir en ${IDENTITY_MINUTES} minutos.`}</p>
        {isPending ? (
          <>
            <LoadingStatus text="Cargando…" isHidden />
            <Skeleton height={120} />
          </>
        ) : kind === 'passkey' ? (
          <>
            {others}
            <Group justify="flex-end">
              <Button variant="default" onClick={cancel}>
                Cancelar
              </Button>
            </Group>
          </>
        ) : (
          <IdentityForm
            key={kind}
            kind={kind}
            others={others}
            onConfirmed={() => onDone(true)}
            onCancel={cancel}
          />
        )}
      </Stack>
    </Modal>
  );
}
