import { Modal, Stack, TextInput } from '@mantine/core';
import type { Goal } from '@minga/contract/goals';
import { goalProgress, updateGoal } from '@minga/contract/written-goals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { DialogButtons } from '../../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../../components/dialog/dialog-error.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { digits } from '../../../lib/digits.ts';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { activitiesKey } from '../../../lib/server/activities-key.ts';
import { call } from '../../../lib/server/api.ts';
import { toastSuccess } from '../../../lib/toasts.ts';
import { wholeNumber } from '../model.ts';

interface Props {
  readonly activityId: string;
  readonly goal: Goal;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

const draft = z.object({
  reached: z.pipe(z.pipe(z.string(), z.transform(wholeNumber)), goalProgress.shape.reached),
});

/** How much of a goal has been reached. */
export function GoalDialog({ activityId, goal, isOpen, onClose }: Props) {
  const { label, target, unit, reached } = goal;
  const form = useSchemaForm(draft, { reached: reached === 0 ? '' : String(reached) });
  const update = useUpdateGoal(activityId);
  const [failure, setFailure] = useState<string | null>(null);

  async function save(fields: z.output<typeof draft>) {
    setFailure(null);
    try {
      await update.mutateAsync({ goalId: goal._id, ...fields });
    } catch (error) {
      setFailure(errorText(error, 'No pudimos guardar el avance'));
      return;
    }
    onClose();
    toastSuccess('Avance guardado');
  }

  return (
    <Modal opened={isOpen} onClose={onClose} title="Anotar avance">
      <form noValidate aria-label="Avance" onSubmit={form.handleSubmit(save)}>
        <Stack gap="md">
          <TextInput
            label={`${label}: cuánto llevan`}
            description={`La meta es ${digits(target)} ${unit}.`}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...fieldProps(form, 'reached')}
          />
          <DialogError text={failure} />
          <DialogButtons onCancel={onClose} isBusy={update.isPending} busyLabel="Guardando…">
            Guardar
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

/** Stores what has been reached of a goal. */
function useUpdateGoal(activityId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ goalId, reached }: { goalId: string; reached: number }) =>
      call(updateGoal, { params: { id: activityId, goalId }, body: { reached } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: activitiesKey }),
  });
}
