import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  type ApiToken,
  type CreatedApiToken,
  newApiToken,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
  TOKEN_NAME_MAX,
  type TokenScope,
  tokenScopes,
} from '@minga/contract/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog/dialog-error.tsx';
import { RemoveButton } from '../../../components/dialog/remove-button.tsx';
import { SecretOnce, SecretsPanel } from '../../../components/dialog/secrets.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { RadioList } from '../../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ItemRow } from '../../../components/item-list.tsx';
import type { Outcome } from '../../../components/page/use-outcome.ts';
import { longDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { DOT } from '../../../lib/dot.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { apiTokensQuery, useCreateApiToken, useRemoveApiToken } from '../security-api.ts';

/** The tokens, the form for another one, and a new token as long as it is shown. */
export const TokensPanel = () => (
  <SecretsPanel<ApiToken, CreatedApiToken>
    query={useQuery(apiTokensQuery)}
    loadingText="Cargando tus tokens…"
    title="Tus tokens"
    empty="No tienes tokens."
    renderForm={onCreated => <TokenForm onCreated={onCreated} />}
    renderSecret={({ name, token }, onDone) => (
      <SecretOnce title={`Tu token «${name}»`} value={token} onDone={onDone}>
        Guárdalo ahora en un lugar seguro: no lo volvemos a mostrar. Quien lo tenga actúa en tu nombre.
      </SecretOnce>
    )}
    renderItem={(token, outcome) => <TokenRow key={token._id} token={token} outcome={outcome} />}
  >
    <div>
      <Button component="a" variant="default" href="/api/docs/">
        Ver la referencia de la API
      </Button>
    </div>
  </SecretsPanel>
);

const DAY_MS = 24 * 60 * 60 * 1000;
const lifetimes = [
  { value: '30', label: '30 días' },
  { value: String(TOKEN_DAYS_DEFAULT), label: `${TOKEN_DAYS_DEFAULT} días` },
  { value: String(TOKEN_DAYS_MAX), label: '1 año' },
];

function TokenForm({ onCreated }: { onCreated: (token: CreatedApiToken) => void }) {
  const form = useSchemaForm(newApiToken, { name: '', scope: 'read' });
  const scope = useWatch({ control: form.control, name: 'scope' });
  const [days, setDays] = useState(String(TOKEN_DAYS_DEFAULT));
  const creation = useCreateApiToken();
  const [failure, setFailure] = useState<string | null>(null);

  const submit = form.handleSubmit(async fields => {
    setFailure(null);
    const expiresAt = new Date(now().getTime() + Number(days) * DAY_MS).toISOString();
    try {
      onCreated(await creation.mutateAsync({ ...fields, expiresAt }));
    } catch (error) {
      setFailure(errorText(error, 'Error al crear el token'));
    }
  });

  return (
    <form noValidate aria-label="Token nuevo" onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Para qué es"
          description="Por ejemplo, «Página del barrio»."
          autoComplete="off"
          maxLength={TOKEN_NAME_MAX}
          {...fieldProps(form, 'name')}
        />
        <RadioList
          label="Qué puede hacer"
          options={tokenScopes.map(value => ({ value, ...scopeTexts[value] }))}
          value={scope}
          onChange={value => form.setValue('scope', value)}
        />
        <NativeSelect
          size="md"
          label="Vence en"
          data={lifetimes}
          value={days}
          onChange={event => setDays(event.currentTarget.value)}
        />
        <DialogError text={failure} />
        <div>
          <BusyButton type="submit" isBusy={creation.isPending} busyLabel="Creando…">
            Crear token
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}

/** The scopes of a token, in words. */
const scopeTexts: Readonly<Record<TokenScope, { label: string; detail: string }>> = {
  read: { label: 'Solo leer', detail: 'Ve lo que tú ves y no cambia nada.' },
  write: { label: 'Leer y escribir', detail: 'Publica, cambia y elimina en tu nombre.' },
};

interface Props {
  token: ApiToken;
  outcome: Outcome;
}

function TokenRow({ token, outcome }: Props) {
  const { _id, name, scope, prefix, expiresAt, lastUsedAt } = token;
  const removal = useRemoveApiToken();
  return (
    <ItemRow
      id={_id}
      name={name}
      action={
        <RemoveButton
          verb="Eliminar"
          name={name}
          id={_id}
          removal={removal}
          question="¿Eliminar este token?"
          confirmLabel="Eliminar el token"
          done="Token eliminado: ya no sirve"
          fallback="Error al eliminar el token"
          outcome={outcome}
        >{`El programa que usa «${name}» deja de funcionar de inmediato.`}</RemoveButton>
      }
    >
      <p>
        <code>{`${prefix}…`}</code>
        <span>{`${DOT}${scopeTexts[scope].label}`}</span>
      </p>
      <p>{lastUsedAt === null ? 'Sin usar todavía' : `Último uso: ${timeAgo(lastUsedAt, now())}`}</p>
      <p>{`Vence el ${longDate(expiresAt)}`}</p>
    </ItemRow>
  );
}
