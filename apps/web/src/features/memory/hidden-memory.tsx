import { Button } from '@mantine/core';
import type { Memory } from '@minga/contract/memory';
import { IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { HiddenPanel } from '../../components/page/hidden-panel.tsx';

interface Props {
  readonly memory: Pick<Memory, 'hiddenReason'>;
  /** The activity; null: the form below edits its memory. */
  readonly activityId: string | null;
}

/** Of a memory that administration has hidden: why, and how to have it shown again. */
export const HiddenMemory = ({ memory: { hiddenReason }, activityId }: Props) => (
  <HiddenPanel
    title="Esta memoria está oculta"
    order={3}
    text="La revisamos porque alguien la reportó, y por ahora solo la ven quienes organizan la actividad."
    reason={hiddenReason}
    remedy={
      activityId === null
        ? 'Cambia aquí abajo lo que dice el motivo y guarda: la revisamos de nuevo antes de que se vuelva a ver.'
        : 'Si cambias lo que dice el motivo y guardas, la revisamos de nuevo antes de que se vuelva a ver.'
    }
  >
    {activityId !== null && (
      <div>
        <Button
          leftSection={<IconPencil size={20} aria-hidden />}
          renderRoot={props => (
            <Link to="/tasks/$id/$tab" params={{ id: activityId, tab: 'despues' }} {...props} />
          )}
        >
          Corregirla
        </Button>
      </div>
    )}
  </HiddenPanel>
);
