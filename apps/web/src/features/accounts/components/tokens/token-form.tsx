import { NativeSelect, Stack, TextInput } from '@mantine/core';
import {
  type CreatedApiToken,
  newApiToken,
  TOKEN_DAYS_DEFAULT,
  TOKEN_DAYS_MAX,
  TOKEN_NAME_MAX,
  tokenScopes,
} from '@minga/contract/api-tokens';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { DialogError } from '../../../../components/dialog-error.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { RadioList } from '../../../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { errorText } from '../../../../lib/error-sentences.ts';
import { now } from '../../../../lib/now.ts';
import { useCreateApiToken } from '../../api/create-api-token.ts';
import { scopeTexts } from './scope-texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const lifetimes = [
  { value: '30', label: '30 días' },
  { value: String(TOKEN_DAYS_DEFAULT), label: `${TOKEN_DAYS_DEFAULT} días` },
  { value: String(TOKEN_DAYS_MAX), label: '1 año' },
];

export function TokenForm({ onCreated }: { onCreated: (token: CreatedApiToken) => void }) {
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
