import { Stack, VisuallyHidden } from '@mantine/core';
import {
  ADMIN_PASSWORD_MIN,
  ADMIN_PASSWORD_RULE,
  PASSWORDS_DIFFER,
  REPEAT_PASSWORD,
} from '@minga/contract/accounts';
import type { Account } from '@minga/contract/administration/account';
import { createAdmin, listAdmins, type NewAdmin, newAdmin } from '@minga/contract/administration/admins';
import { IconCircleCheck } from '@tabler/icons-react';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { NewPasswordField } from '../../../components/form/new-password-field.tsx';
import { PasswordField } from '../../../components/form/password-field.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import createdMessageClasses from '../../../components/message-box.module.css';
import { MessageBox } from '../../../components/message-box.tsx';
import { type TimedMessage, useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { isDefinitiveResponse } from '../../../lib/errors/is-definitive-response.ts';
import { ApiError, call } from '../../../lib/server/api.ts';
import { allRowsQuery } from '../../../lib/server/queries.ts';
import { AccountFields } from '../account-fields.tsx';
import { refreshPanel } from '../api.ts';
import { useDashboardErrors } from '../errors.tsx';
import classes from '../tabs.module.css';

/** Spec 001 section 9. */
const CREATED_MS = 3000;
const FALLBACK = 'Error al crear administrador';
const CREATED = 'Administrador creado correctamente';

const form = z.extend(newAdmin, { confirmPassword: z.string().check(z.minLength(1, REPEAT_PASSWORD)) }).check(
  z.refine(({ password, confirmPassword }) => confirmPassword === '' || confirmPassword === password, {
    path: ['confirmPassword'],
    error: PASSWORDS_DIFFER,
    // By default zod runs this refinement only when all fields are valid; this reports it along with other errors.
    when: ({ value }) => typeof value === 'object' && value !== null,
  }),
);

/** Values as typed, not yet validated. Passwords are never stored. */
const typed = z.object({ username: z.string(), email: z.string() });
const empty = { username: '', email: '', password: '', confirmPassword: '' };

/** If the response is lost, checks the list for the account: a retry would fail with a 409 for its e-mail. */
async function createOrFind(queryClient: QueryClient, admin: NewAdmin): Promise<Account> {
  try {
    return await call(createAdmin, { body: admin });
  } catch (error) {
    if (isDefinitiveResponse(error)) throw error;
    const list = { ...allRowsQuery(listAdmins), staleTime: 0, retry: false };
    const rows = await queryClient.fetchQuery(list).catch(() => []);
    const created = rows.find(({ email, username }) => email === admin.email && username === admin.username);
    if (created === undefined) throw error;
    return created;
  }
}

/** `userId` is the superadmin, whose draft the form stores. */
export function CreateAdminForm({ userId }: { userId: string }) {
  const queryClient = useQueryClient();
  const create = useMutation({
    mutationFn: (admin: NewAdmin) => createOrFind(queryClient, admin),
    onSettled: () => void refreshPanel(queryClient),
  });
  const { report, dismiss } = useDashboardErrors();
  const { message, show, clear } = useTimedMessage(CREATED_MS);
  const fields = useSchemaForm(form, empty);
  const { restored } = useFormDraft(fields, { name: `admin.${userId}`, schema: typed });

  async function send({ confirmPassword: _, ...admin }: z.output<typeof form>) {
    dismiss(FALLBACK);
    clear();
    try {
      await create.mutateAsync(admin);
      fields.reset(empty);
      show(CREATED);
    } catch (error) {
      report(error, FALLBACK);
      const isTaken = error instanceof ApiError && error.status === 409;
      if (isTaken) fields.setError('email', { message: errorText(error, FALLBACK) }, { shouldFocus: true });
    }
  }

  return (
    <section className={classes.narrow} aria-labelledby="crear-administrador">
      <h2 id="crear-administrador" className={`title ${classes.formTitle}`}>
        Crear Administrador
      </h2>
      <p className={`soft ${classes.lead}`}>
        La cuenta queda verificada: entrégale a esa persona el correo y la contraseña, y pídele que la cambie
        en su perfil.
      </p>
      <form noValidate onSubmit={fields.handleSubmit(send)} aria-labelledby="crear-administrador">
        <Stack gap="md">
          <MessageBox kind="info" message={restored} />
          <AccountFields
            form={fields}
            typedEmail={fields.watch('email')}
            username={fieldProps(fields, 'username')}
            email={{ label: 'Correo electrónico', ...fieldProps(fields, 'email') }}
          />
          <NewPasswordField
            label="Contraseña"
            placeholder={`Mínimo ${ADMIN_PASSWORD_MIN} caracteres`}
            description={ADMIN_PASSWORD_RULE}
            userInputs={fields.watch(['username', 'email'])}
            {...fieldProps(fields, 'password')}
          />
          <PasswordField
            label="Confirmar contraseña"
            autoComplete="new-password"
            {...fieldProps(fields, 'confirmPassword')}
          />
          <CreatedMessage message={message} />
          <BusyButton type="submit" size="lg" mt="xs" isBusy={create.isPending} busyLabel="Creando...">
            Crear Administrador
          </BusyButton>
        </Stack>
      </form>
    </section>
  );
}

/** The message of the created account, whose symbol an icon replaces for the eye: not every font has it. */
function CreatedMessage({ message }: { readonly message: TimedMessage | null }) {
  const sentence = (
    <p>
      <VisuallyHidden component="span">✅ </VisuallyHidden>
      {message?.sentences}
    </p>
  );
  return (
    <div role="status" className={createdMessageClasses.region}>
      {message?.isVisible && (
        <div className={`${createdMessageClasses.box} ${createdMessageClasses.success}`}>
          <IconCircleCheck size={22} aria-hidden />
          {sentence}
        </div>
      )}
      {message && !message.isVisible && <VisuallyHidden>{sentence}</VisuallyHidden>}
    </div>
  );
}
