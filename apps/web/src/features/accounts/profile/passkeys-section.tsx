import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import type { Reply } from '@minga/contract/endpoint';
import { newPasskey, type Passkey, type registerPasskey } from '@minga/contract/passkeys';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { RemoveButton } from '../../../components/dialog/remove-button.tsx';
import { useFocusRecovery } from '../../../components/dialog/use-focus-recovery.ts';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ItemList, ItemRow } from '../../../components/item-list.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { OutcomeMessages } from '../../../components/page/outcome-messages.tsx';
import { SectionError, Subsection } from '../../../components/page/page-section.tsx';
import { type Outcome, useOutcome } from '../../../components/page/use-outcome.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { siteName } from '../../../lib/site-name.ts';
import { supportsPasskeys } from '../model.ts';
import { failureText } from '../passkey-failure.ts';
import { sessionsQuery } from '../password-api.ts';
import { passkeysQuery, secondFactorQuery, useCreatePasskey, useRemovePasskey } from '../security-api.ts';
import { NewCodes } from './new-codes.tsx';
import { useAccountOutcome } from './use-account-outcome.ts';

/**
 * The passkeys of the account. Listed on request, since the server may ask for a proof of identity, which must not interrupt a
 * visit of the profile.
 */
export function PasskeysSection() {
  const count = useQuery(secondFactorQuery).data?.passkeyCount ?? 0;
  const [isSupported] = useState(supportsPasskeys);
  const [isListed, setListed] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const dialog = useLazyDialog();
  const outcome = useOutcome();
  const heading = useRef<HTMLHeadingElement>(null);

  function handleCreated({ name, recoveryCodes }: Reply<typeof registerPasskey>) {
    dialog.close();
    setListed(true);
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    outcome.showSuccess(`Listo: ya puedes entrar con «${name}»`);
  }

  return (
    <Subsection title="Llaves de acceso" headingRef={heading}>
      <p>
        Entra con tu huella, tu cara o el PIN de tu celular, sin contraseña. Si alguien escribe la tuya,
        también le pediremos la llave.
      </p>
      {isListed && <PasskeyList heading={heading} outcome={outcome} />}
      <OutcomeMessages outcome={outcome} />
      <Group gap="sm">
        {!isListed && count > 0 && (
          <Button variant="default" onClick={() => setListed(true)}>
            {count === 1 ? 'Ver tu llave de acceso' : `Ver tus ${count} llaves de acceso`}
          </Button>
        )}
        {isSupported && (
          <Button variant="default" onClick={dialog.open}>
            Agregar una llave de acceso
          </Button>
        )}
      </Group>
      {!isSupported && (
        <p>
          Este navegador no sabe usar llaves de acceso. Actualízalo, o abre tu perfil en otro, para agregar
          una.
        </p>
      )}
      {dialog.isMounted && (
        <NewPasskeyDialog isOpen={dialog.isOpen} onClose={dialog.close} onCreated={handleCreated} />
      )}
      <NewCodes
        codes={codes}
        onClose={() => {
          setCodes(null);
          heading.current?.focus();
        }}
      />
    </Subsection>
  );
}

interface Props {
  outcome: Outcome;
  /** Focused when the last row is removed. */
  heading: RefObject<HTMLElement | null>;
}

/** The passkeys, each of which can be removed. */
function PasskeyList({ outcome, heading }: Props) {
  const { data, error, refetch, isFetching } = useQuery(passkeysQuery);
  const list = useFocusRecovery(heading);

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
        <PasskeyRow key={passkey._id} passkey={passkey} outcome={outcome} />
      ))}
    </ItemList>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  outcome: Outcome;
}

const PasskeyRow = ({ passkey: { _id, name, createdAt, lastUsedAt }, outcome }: PasskeyRowProps) => (
  <ItemRow
    id={_id}
    icon={IconFingerprint}
    name={name}
    action={
      <RemoveButton
        verb="Quitar"
        name={name}
        id={_id}
        removal={useRemovePasskey()}
        question={`¿Quitar «${name}»?`}
        confirmLabel="Quitar la llave"
        done={`«${name}» ya no abre tu cuenta`}
        fallback="Error al quitar la llave de acceso"
        outcome={outcome}
      >
        Con esta llave ya no podrás entrar. Puede que tu dispositivo la siga ofreciendo: bórrala también en
        sus ajustes de contraseñas.
      </RemoveButton>
    }
  >
    <p>{lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now())}`}</p>
    <p>{`Creada el ${longDate(createdAt)}`}</p>
  </ItemRow>
);

const nameForm = z.pick(newPasskey, { name: true });

interface NewPasskeyDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onCreated: (created: Reply<typeof registerPasskey>) => void;
}

const NewPasskeyDialog = ({ isOpen, ...form }: NewPasskeyDialogProps) => (
  <Modal
    opened={isOpen}
    onClose={form.onClose}
    closeOnClickOutside={false}
    title="Agregar una llave de acceso"
  >
    <NewPasskeyForm {...form} />
  </Modal>
);

/** Proposes the name of this browser, as the list of sessions calls it. */
function NewPasskeyForm({ onClose, onCreated }: Omit<NewPasskeyDialogProps, 'isOpen'>) {
  const device = useQuery(sessionsQuery).data?.find(({ isCurrent }) => isCurrent)?.device ?? '';
  const create = useCreatePasskey();
  const form = useSchemaForm(nameForm, { name: device });
  const outcome = useAccountOutcome();
  const { getValues, setValue } = form;

  // The sessions may arrive after the dialog has opened.
  useEffect(() => {
    if (getValues('name') === '') setValue('name', device);
  }, [device, getValues, setValue]);

  const submit = form.handleSubmit(async ({ name }) => {
    outcome.clear();
    try {
      onCreated(await create.mutateAsync(name));
    } catch (error) {
      outcome.showError(error, failureText(error, 'Error al agregar la llave de acceso'));
    }
  });

  return (
    <form onSubmit={submit} noValidate aria-label="Agregar una llave de acceso">
      <Stack gap="md">
        <p className="spaced">
          {`Tu dispositivo te pedirá la huella, la cara o el PIN con que lo desbloqueas, y guardará la llave. ${siteName} no recibe ni tu huella ni tu cara.`}
        </p>
        <TextInput
          label="Nombre de la llave"
          description="Para reconocerla en la lista."
          autoComplete="off"
          data-autofocus
          {...fieldProps(form, 'name')}
        />
        <OutcomeMessages outcome={outcome} />
        <DialogButtons onCancel={onClose} isBusy={create.isPending} busyLabel="Esperando tu dispositivo…">
          Crear la llave
        </DialogButtons>
      </Stack>
    </form>
  );
}
