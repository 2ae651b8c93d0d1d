import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ProofKind } from './identity-form.tsx';

interface Props {
  kind: ProofKind;
  hasCodes: boolean;
  /** The button of passkeys, if the account has any. */
  passkey: ReactNode;
  onChoose: (kind: ProofKind) => void;
}

/** The other ways to confirm the identity. */
export const OtherProofs = ({ kind, hasCodes, passkey, onChoose }: Props) => (
  <>
    {passkey}
    {hasCodes && (
      <Button variant="subtle" onClick={() => onChoose(kind === 'code' ? 'password' : 'code')}>
        {kind === 'code' ? 'Usar mi contraseña' : 'Usar un código'}
      </Button>
    )}
  </>
);
