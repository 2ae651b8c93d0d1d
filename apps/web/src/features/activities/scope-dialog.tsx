import { Button, Group, Modal, Stack } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { Scope } from '@minga/contract/series';
import { type ReactNode, useEffect, useState } from 'react';
import { BusyButton } from '../../components/busy-button.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { RadioList } from '../../components/form/radio-list.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { seriesText } from './model.ts';

interface Props {
  readonly activity: Pick<Activity, 'title' | 'date' | 'series'>;
  readonly isOpen: boolean;
  readonly title: string;
  /** What is done to the occurrences. */
  readonly label: string;
  /** What happens to the others, said before it happens. */
  readonly children: ReactNode;
  readonly confirmLabel: string;
  readonly busyLabel: string;
  readonly isBusy: boolean;
  readonly color: 'forest' | 'clay';
  /** A failure that leaves the dialog open is returned as a sentence to show in it. */
  readonly onConfirm: (scope: Scope) => Promise<string | undefined> | undefined;
  readonly onCancel: () => void;
}

/** Asks to which occurrences of a series an edit or a deletion applies: at first only to the one that was opened. */
export function ScopeDialog({ activity, isOpen, children, onConfirm, onCancel, ...texts }: Props) {
  const [scope, setScope] = useState<Scope>('one');
  const [failure, setFailure] = useState<string | null>(null);

  useEffect(() => {
    if (!isOpen) return;
    setScope('one');
    setFailure(null);
  }, [isOpen]);

  async function confirm() {
    setFailure(null);
    setFailure((await onConfirm(scope)) ?? null);
  }

  return (
    <Modal opened={isOpen} onClose={onCancel} title={texts.title}>
      <Stack gap="md">
        <RadioList
          label={texts.label}
          value={scope}
          onChange={setScope}
          options={[
            { value: 'one', label: 'Solo esta fecha', detail: longDate(activity.date) },
            { value: 'following', label: 'Esta y las siguientes' },
            {
              value: 'all',
              label: 'Todas las fechas que quedan',
              detail: activity.series === null ? undefined : seriesText(activity.series),
            },
          ]}
        />
        {children}
        <DialogError text={failure} />
      </Stack>
      <Group data-dialog-buttons mt="lg" justify="end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancelar
        </Button>
        <BusyButton
          color={texts.color}
          onClick={() => void confirm()}
          isBusy={texts.isBusy}
          busyLabel={texts.busyLabel}
        >
          {texts.confirmLabel}
        </BusyButton>
      </Group>
    </Modal>
  );
}
