import { Button, Modal, Stack, TextInput } from '@mantine/core';
import { accountDeletion, DELETION_WORD, type Profile } from '@minga/contract/profile';
import type * as z from 'zod/mini';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { fieldProps } from '../../../components/form/field-props.ts';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { digits } from '../../../lib/digits.ts';
import { siteName } from '../../../lib/site-name.ts';
import { useDeleteAccount } from '../api.ts';
import { DownloadButton } from './download-button.tsx';
import classes from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

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

type Counts = Pick<Profile, 'activityCount' | 'upcomingCount' | 'attendanceCount'>;

/** Describes what the account's deletion removes, with the actual counts (docs/rules.md R6.5). */
export function deletionConsequences({ activityCount, upcomingCount, attendanceCount }: Counts): string[] {
  return [
    ...(activityCount > 0 ? [activities(activityCount) + upcoming(activityCount, upcomingCount)] : []),
    ...(attendanceCount > 0 ? [attendances(attendanceCount)] : []),
    'Se borran tus datos y tus recordatorios, y se cierran todas tus sesiones.',
    'No se puede deshacer.',
  ];
}

const activities = (count: number) =>
  count === 1
    ? 'Se elimina tu actividad, con su imagen y su lista de participantes.'
    : `Se eliminan tus ${digits(count)} actividades, con sus imágenes y sus listas de participantes.`;

function upcoming(activityCount: number, count: number): string {
  if (count === 0) return '';
  return ` ${upcomingClause(activityCount, count)}: quienes iban a ir ya no tendrán noticias por ${siteName}, así que cuéntales antes.`;
}

function upcomingClause(activityCount: number, count: number): string {
  if (activityCount === 1) return 'Está por venir';
  if (count === activityCount) return 'Todas están por venir';
  return count === 1 ? 'Una está por venir' : `De ellas, ${digits(count)} están por venir`;
}

/** A deleted account gives up its places in what is to come (docs/rules.md R10.7). */
const attendances = (count: number) =>
  `${
    count === 1 ? 'Tu asistencia a una actividad queda' : `Tus ${digits(count)} asistencias quedan`
  } solo como número: sin tu nombre ni tu correo, como «Usuario eliminado». Si tienes cupo en algo por venir, queda libre.`;

interface DeletionDialogProps {
  /** The account's address, for password managers. */
  email: string;
  isOpen: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

const DeletionDialog = ({ isOpen, ...form }: DeletionDialogProps) => (
  <Modal opened={isOpen} onClose={form.onClose} title="¿Eliminar tu cuenta?">
    <DeletionForm {...form} />
  </Modal>
);

/** Requires a typed word and the password, which guards against a deletion by accident. */
function DeletionForm({ email, onClose, onDeleted }: Omit<DeletionDialogProps, 'isOpen'>) {
  const deletion = useDeleteAccount();
  const form = useSchemaForm(accountDeletion, { password: '' });
  const outcome = useAccountOutcome();

  // Awaited instead of using mutate callbacks, which React Query skips once the dialog is unmounted.
  async function send(values: z.output<typeof accountDeletion>) {
    outcome.clear();
    try {
      await deletion.mutateAsync(values);
      onDeleted();
    } catch (error) {
      outcome.showError(error, 'Error al eliminar la cuenta', message =>
        form.setError('password', { message }, { shouldFocus: true }),
      );
    }
  }

  return (
    <form onSubmit={form.handleSubmit(send)} noValidate aria-label="Eliminar la cuenta">
      <Stack gap="md">
        <p>Tu cuenta y tus actividades se eliminan en este momento, y nadie las puede recuperar.</p>
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextInput
          label={`Escribe ${DELETION_WORD} para confirmar`}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-autofocus
          {...fieldProps(form, 'confirmation')}
          // Phone keyboards tend to append a space, and not all of them start with capitals.
          {...form.register('confirmation', { setValueAs: (typed?: string) => typed?.trim().toUpperCase() })}
        />
        <PasswordField
          label="Contraseña actual"
          autoComplete="current-password"
          {...fieldProps(form, 'password')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} color="clay" isBusy={deletion.isPending} busyLabel="Eliminando…">
          Eliminar para siempre
        </DialogButtons>
      </Stack>
    </form>
  );
}
