import { Button, Group, Stack, Textarea } from '@mantine/core';
import type { ReportReason } from '@minga/contract/report-reasons';
import { type NewReport, newReport, REPORT_TEXT_MAX } from '@minga/contract/reports';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog-error.tsx';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { RadioList } from '../../../components/form/radio-list.tsx';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { Note } from '../../../components/note.tsx';
import { errorText } from '../../../lib/error-sentences.ts';
import { useCreateReport } from '../api.ts';
import { reasonOptions } from '../report-texts.ts';

interface Props {
  readonly target: NewReport['target'];
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

const draft = z.object({
  // Null: none is chosen.
  reason: z.pipe(z.nullable(z.string()), newReport.shape.reason),
  text: newReport.shape.text,
});

export function ReportForm({ target, onSent, onCancel }: Props) {
  const form = useSchemaForm(draft, { reason: null, text: '' });
  const { reason = null, text = '' } = useWatch({ control: form.control });
  const report = useCreateReport();
  const [failure, setFailure] = useState<string | null>(null);

  async function send(fields: z.output<typeof draft>) {
    setFailure(null);
    try {
      await report.mutateAsync({ target, ...fields });
    } catch (error) {
      setFailure(errorText(error, 'No pudimos enviar el reporte'));
      return;
    }
    onSent();
  }

  return (
    <form noValidate onSubmit={form.handleSubmit(send)}>
      <Stack gap="md">
        <RadioList
          label="¿Qué pasa?"
          options={reasonOptions}
          value={reason as ReportReason | null}
          onChange={value => form.setValue('reason', value, { shouldValidate: form.formState.isSubmitted })}
          error={form.formState.errors.reason?.message}
        />
        {reason === 'peligro' && (
          <Note tone="clay" isSmall>
            Si alguien corre peligro en este momento, llama primero a la línea 123.
          </Note>
        )}
        <Textarea
          label="Cuéntanos un poco más (opcional)"
          autosize
          minRows={3}
          maxRows={8}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={
            <>
              <span>{'No le decimos a nadie que fuiste tú. '}</span>
              <CharacterCount text={text.trim()} max={REPORT_TEXT_MAX} />
            </>
          }
          {...fieldProps(form, 'text')}
        />
        <DialogError text={failure} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel} disabled={report.isPending}>
            Cancelar
          </Button>
          <BusyButton type="submit" isBusy={report.isPending} busyLabel="Enviando…">
            Enviar reporte
          </BusyButton>
        </Group>
      </Stack>
    </form>
  );
}
