import { Stack, TextInput } from '@mantine/core';
import {
  type CreatedWebhook,
  type NewWebhook,
  newWebhook,
  WEBHOOK_URL_MAX,
  webhookEvents,
} from '@minga/contract/webhooks';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog-error.tsx';
import { CheckboxList } from '../../../components/form/checkbox-list.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { ApiError } from '../../../lib/api.ts';
import { errorText } from '../../../lib/error-sentences.ts';
import { useCreateWebhook } from '../api.ts';
import { eventNames } from '../event-names.ts';

interface Props {
  slug: string;
  onCreated: (webhook: CreatedWebhook) => void;
}

export function WebhookForm({ slug, onCreated }: Props) {
  const form = useSchemaForm(newWebhook, { url: '', events: ['activity.published'] });
  const events = useWatch({ control: form.control, name: 'events' });
  const creation = useCreateWebhook(slug);
  const [failure, setFailure] = useState<string | null>(null);

  async function create(webhook: NewWebhook) {
    setFailure(null);
    try {
      onCreated(await creation.mutateAsync(webhook));
    } catch (error) {
      const sentence = errorText(error, 'Error al crear el webhook');
      if (error instanceof ApiError && error.code === 'VALIDATION')
        form.setError('url', { message: sentence }, { shouldFocus: true });
      else setFailure(sentence);
    }
  }

  const submit = form.handleSubmit(create);
  return (
    <form noValidate aria-label="Webhook nuevo" onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Dirección que recibe los avisos"
          description="Comienza con https://"
          type="url"
          inputMode="url"
          autoComplete="off"
          maxLength={WEBHOOK_URL_MAX}
          {...fieldProps(form, 'url')}
        />
        <CheckboxList
          label="Avisar cuando…"
          options={webhookEvents.map(value => ({
            value,
            label: eventNames[value],
            detail: <code>{value}</code>,
          }))}
          values={events}
          onChange={values => form.setValue('events', values, { shouldValidate: form.formState.isSubmitted })}
          error={form.formState.errors.events?.message}
        />
        <DialogError text={failure} />
        <div>
          <BusyButton type="submit" isBusy={creation.isPending} busyLabel="Creando…">
            Crear webhook
          </BusyButton>
        </div>
      </Stack>
    </form>
  );
}
