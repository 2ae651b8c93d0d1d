import { Button } from '@mantine/core';
import type { ProofKind } from './identity-form.tsx';

interface Props {
  kind: ProofKind;
  hasCodes: boolean;
  onChoose: (kind: ProofKind) => void;
}

/** The other ways to confirm the identity. */
export const OtherProofs = ({ kind, hasCodes, onChoose }: Props) =>
  hasCodes && (
    <Button variant="subtle" onClick={() => onChoose(kind === 'code' ? 'password' : 'code')}>
      {kind === 'code' ? 'Usar mi contraseña' : 'Usar un código'}
    </Button>
  );
