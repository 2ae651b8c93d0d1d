import { Button, Group, Stack } from '@mantine/core';
import type { Activity } from '@minga/contract/activities';
import type { AppealState } from '@minga/contract/appeal-states';
import { APPEAL_TEXT_MAX, appealDecision, type NewAppeal, newAppeal } from '@minga/contract/reports';
import { IconPencil, IconScale } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { DialogError } from '../../../components/dialog/dialog-error.tsx';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { GrowingTextarea } from '../../../components/form/growing-textarea.tsx';
import { textDraft, useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { HiddenPanel } from '../../../components/page/hidden-panel.tsx';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { call } from '../../../lib/server/api.ts';
import { SESSION_KEY } from '../../../lib/server/query-client.ts';
import { siteName } from '../../../lib/site-name.ts';
import { oneActivity } from '../api.ts';
import classes from './activity.module.css';

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
        <p ref={sent} tabIndex={-1} role="status" className={`row ${classes.sent}`}>
          <IconScale {...icon} />
          <span>
            <strong>Ya pediste que la revisen de nuevo.</strong>
            <span>{` La lee otra vez el equipo de ${siteName} y te avisamos qué se decide.`}</span>
          </span>
        </p>
      )}
      <div className={`cluster ${classes.hiddenNoticeActions}`}>
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

interface AppealFormProps {
  readonly id: string;
  readonly onSent: () => void;
  readonly onCancel: () => void;
}

/** Why the decision that hid an activity was a mistake. */
function AppealForm({ id, onSent, onCancel }: AppealFormProps) {
  const form = useSchemaForm(newAppeal, { text: '' });
  const user = useQueryClient().getQueryData<{ _id: string }>(SESSION_KEY);
  const { restored } = useFormDraft(form, { name: `appeal.${user?._id}.${id}`, schema: textDraft });
  const appeal = useAppealDecision(id);
  const [failure, setFailure] = useState<string | null>(null);
  const { setFocus } = form;
  // The button that opened the form is gone.
  useEffect(() => setFocus('text'), [setFocus]);

  async function send(fields: { text: string }) {
    setFailure(null);
    try {
      await appeal.mutateAsync(fields);
    } catch (error) {
      setFailure(errorText(error, 'No pudimos enviar lo que escribiste'));
      return;
    }
    onSent();
  }

  return (
    <form noValidate aria-label="Pedir que la revisen de nuevo" onSubmit={form.handleSubmit(send)}>
      <Stack gap="sm">
        <MessageBox kind="info" message={restored} />
        <GrowingTextarea
          label="¿Por qué debería volver a publicarse?"
          minRows={3}
          maxRows={10}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          description={
            <>
              <span>{'Se puede pedir una sola vez: cuéntalo todo. '}</span>
              <CharacterCount text={form.watch('text').trim()} max={APPEAL_TEXT_MAX} />
            </>
          }
          {...fieldProps(form, 'text')}
        />
        <DialogError text={failure} />
        <Group gap="sm">
          <BusyButton type="submit" isBusy={appeal.isPending} busyLabel="Enviando…">
            Enviar
          </BusyButton>
          <Button variant="default" onClick={onCancel} disabled={appeal.isPending}>
            Cancelar
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Appeals once the decision that hid an activity. Rejects with an ApiError; 409 if it was appealed or decided before. */
function useAppealDecision(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: NewAppeal) => call(appealDecision, { params: { id }, body }),
    onSuccess: () =>
      queryClient.setQueryData(
        oneActivity(id).queryKey,
        activity => activity && { ...activity, appeal: 'sent' as const },
      ),
  });
}
