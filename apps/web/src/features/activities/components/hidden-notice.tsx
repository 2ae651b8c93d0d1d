import { Button } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { AppealState } from '@minga/contract/appeal-states';
import { IconPencil, IconScale } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { HiddenPanel } from '../../../components/hidden-panel.tsx';
import { AppealForm } from './appeal-form.tsx';
import classes from './hidden-notice.module.css';

interface Props {
  readonly activity: Pick<Activity, '_id' | 'rejectionReason'>;
  readonly appeal: AppealState;
  /** The form below edits the activity. */
  readonly isEditing?: boolean;
}

const icon = { size: 20, 'aria-hidden': true } as const;

/** Of an activity that administration has rejected or hidden: why, and the two ways to have it published. */
export function HiddenNotice({ activity: { _id: id, rejectionReason }, appeal, isEditing = false }: Props) {
  return (
    <HiddenPanel
      title="Esta actividad no está publicada"
      order={2}
      text="Por ahora solo la ven quienes la organizan."
      reason={rejectionReason}
      remedy={
        isEditing
          ? 'Cambia aquí abajo lo que dice el motivo y guarda: con eso vuelve a revisión.'
          : 'Si cambias lo que dice el motivo y guardas, vuelve a revisión.'
      }
    >
      <Appeal id={id} state={appeal} isEditing={isEditing} />
    </HiddenPanel>
  );
}

interface AppealProps {
  readonly id: string;
  readonly state: AppealState;
  readonly isEditing: boolean;
}

function Appeal({ id, state, isEditing }: AppealProps) {
  const [isWriting, setWriting] = useState(false);
  // The query's data changes a moment later.
  const [hasSent, setSent] = useState(false);
  const sent = useRef<HTMLParagraphElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasWriting = useRef(false);

  // The form that had the focus is gone: it was sent or closed.
  useEffect(() => {
    if (wasWriting.current && !isWriting) (sent.current ?? opener.current)?.focus();
    wasWriting.current = isWriting;
  }, [isWriting]);

  if (isWriting)
    return (
      <AppealForm
        id={id}
        onSent={() => {
          setSent(true);
          setWriting(false);
        }}
        onCancel={() => setWriting(false)}
      />
    );
  const isSent = hasSent || state === 'sent';
  return (
    <>
      {isSent && (
        <p ref={sent} tabIndex={-1} role="status" className={classes.sent}>
          <IconScale {...icon} />
          <span>
            <strong>Ya pediste que la revisen de nuevo.</strong> La lee otra vez el equipo de Minga y te
            avisamos qué se decide.
          </span>
        </p>
      )}
      <div className={classes.actions}>
        {!isEditing && (
          <Button
            leftSection={<IconPencil {...icon} />}
            renderRoot={props => <Link to="/tasks/$id" params={{ id }} {...props} />}
          >
            Corregirla
          </Button>
        )}
        {!isSent && (
          <Button
            ref={opener}
            variant="default"
            leftSection={<IconScale {...icon} />}
            onClick={() => setWriting(true)}
          >
            Pedir que la revisen de nuevo
          </Button>
        )}
      </div>
    </>
  );
}
