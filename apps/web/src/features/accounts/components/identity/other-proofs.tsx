import { Button } from '@mantine/core';
import type { ProofKind } from './identity-form.tsx';

const labels: Record<ProofKind, string> = { password: 'Usar mi contraseña', code: 'Usar un código' };

interface Props {
  kinds: readonly ProofKind[];
  onChoose: (kind: ProofKind) => void;
}

/** The ways to confirm the identity by typing, apart from the shown one. */
export const OtherProofs = ({ kinds, onChoose }: Props) =>
  kinds.map(kind => (
    <Button key={kind} variant="subtle" onClick={() => onChoose(kind)}>
      {labels[kind]}
    </Button>
  ));
