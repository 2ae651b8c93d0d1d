import { Button } from '@mantine/core';
import type { User } from '@minga/contract/session';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { PasswordDialog } from './password-dialog.tsx';
import { ProfileSection } from './profile-section.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

export function PasswordSection({ user }: { user: User }) {
  const dialog = useLazyDialog();
  const outcome = useAccountOutcome();

  function handleChanged(message: string) {
    dialog.close();
    outcome.showSuccess(message);
  }

  return (
    <ProfileSection
      id="contrasena"
      lead="Al cambiarla se cierran tus sesiones en los demás dispositivos; en este sigues adentro."
    >
      <OutcomeMessages outcome={outcome} />
      <div>
        <Button variant="default" onClick={dialog.open}>
          Cambiar la contraseña
        </Button>
      </div>
      {dialog.isMounted && (
        <PasswordDialog user={user} isOpen={dialog.isOpen} onClose={dialog.close} onChanged={handleChanged} />
      )}
    </ProfileSection>
  );
}
