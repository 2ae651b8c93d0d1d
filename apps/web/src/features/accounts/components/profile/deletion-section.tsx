import { Button } from '@mantine/core';
import type { Profile } from '@minga/contract/profile';
import { useLazyDialog } from '../../../../components/use-lazy-dialog.ts';
import { deletionConsequences } from './deletion-consequences.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import classes from './deletion-section.module.css';
import { DownloadButton } from './download-button.tsx';
import { ProfileSection } from './profile-section.tsx';

interface Props {
  profile: Profile;
  onDeleted: () => void;
}

/** Lists what the deletion removes and offers a copy of the data, above the button that opens the dialog. */
export function DeletionSection({ profile, onDeleted }: Props) {
  const dialog = useLazyDialog();
  return (
    <ProfileSection id="eliminar" lead="Esto es lo que pasa si la eliminas:" isDangerous>
      <ul className={classes.consequences}>
        {deletionConsequences(profile).map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <DownloadButton label="Guardar antes una copia" />
      <div>
        <Button color="clay" onClick={dialog.open}>
          Eliminar mi cuenta
        </Button>
      </div>
      {dialog.isMounted && (
        <DeletionDialog
          email={profile.user.email}
          isOpen={dialog.isOpen}
          onClose={dialog.close}
          onDeleted={onDeleted}
        />
      )}
    </ProfileSection>
  );
}
