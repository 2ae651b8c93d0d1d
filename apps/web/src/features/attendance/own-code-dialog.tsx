import { Button, Group, Modal, Stack } from '@mantine/core';
import type { AttendanceWithActivity } from '@minga/contract/attendance';
import { longDate } from '../../lib/dates/dates.ts';
import { counted } from '../../lib/digits.ts';
import { ArrivedNotice } from './arrived-notice.tsx';
import { OwnCode } from './own-code.tsx';

interface Props extends Pick<AttendanceWithActivity, 'name' | 'companions' | 'checkedInAt'> {
  readonly task: Pick<AttendanceWithActivity['task'], 'title' | 'date'>;
  readonly code: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** 'Mi código': large, for the door to read. It needs no network. */
export const OwnCodeDialog = ({ code, name, companions, task, checkedInAt, isOpen, onClose }: Props) => (
  <Modal opened={isOpen} onClose={onClose} title="Mi código">
    <Stack gap="md">
      <div>
        <p className="strong">{task.title}</p>
        {/* Each date of a series has a code of its own. */}
        <time dateTime={task.date}>{longDate(task.date)}</time>
        <p>{`${name}${companions > 0 ? ` y ${counted(companions, 'acompañante', 'acompañantes')}` : ''}`}</p>
      </div>
      {checkedInAt !== null && <ArrivedNotice checkedInAt={checkedInAt} />}
      <OwnCode code={code} name={name} />
      <p>Muéstralo en la puerta: con él registran que llegaste. También sirve sin internet.</p>
      <Group data-dialog-buttons>
        <Button variant="default" onClick={onClose} data-autofocus flex={1}>
          Listo
        </Button>
      </Group>
    </Stack>
  </Modal>
);
