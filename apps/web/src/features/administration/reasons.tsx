import { Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { CharacterCount } from '../../components/form/character-count.tsx';
import { GrowingTextarea } from '../../components/form/growing-textarea.tsx';
import { ApiError } from '../../lib/server/api.ts';
import { DialogErrorBanner } from './errors.tsx';
import { reasonError } from './model.ts';
import classes from './moderation.module.css';
import type { ReasonTemplate } from './reason-templates.ts';

interface Props {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** The title of what is rejected, hidden or deleted. */
  readonly subject?: string;
  /** The consequence of the decision. */
  readonly consequence?: string;
  readonly templates: readonly ReasonTemplate[];
  readonly max: number;
  /** The error of a missing reason. */
  readonly missing: string;
  readonly label?: string;
  /** Names the recipient of the text. */
  readonly hint: ReactNode;
  readonly isBusy: boolean;
  readonly button: string;
  readonly busyLabel: string;
  readonly onReason: (reason: string) => void;
}

/**
 * Asks for a reason: one of some prepared texts, chosen with a chip or the keyboard, which can be edited. Nothing is chosen at first,
 * because an accused author would read a reason that no administrator gave.
 */
export const ReasonDialog = ({ isOpen, title, ...props }: Props) => (
  <Modal opened={isOpen} onClose={props.onClose} closeOnClickOutside={false} size="lg" title={title}>
    <DialogErrorBanner />
    <ReasonForm {...props} />
  </Modal>
);

function ReasonForm(props: Omit<Props, 'isOpen' | 'title'>) {
  const {
    onClose,
    subject,
    consequence,
    templates,
    max,
    missing,
    label = 'Motivo',
    hint,
    isBusy,
    busyLabel,
  } = props;
  const draft = useReasonDraft(templates);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const invalid = reasonError(draft.text, max, missing);
    setError(invalid);
    if (invalid !== undefined) field.current?.focus();
    else if (!isBusy) props.onReason(draft.text);
  }

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {subject && (
          <div>
            <p className={`strong ${classes.subject}`}>{subject}</p>
            {consequence && <p className={`soft ${classes.consequence}`}>{consequence}</p>}
          </div>
        )}
        <div className="stack gap-l">
          <ReasonChips
            templates={templates}
            chosenId={draft.templateId}
            isAutofocused
            onChoose={template => {
              draft.choose(template);
              setError(undefined);
            }}
          />
          <GrowingTextarea
            ref={field}
            label={label}
            minRows={3}
            maxRows={10}
            value={draft.text}
            onChange={event => draft.write(event.currentTarget.value)}
            error={error}
            description={
              <>
                {hint}
                <span> </span>
                <CharacterCount text={draft.text.trim()} max={max} />
              </>
            }
            inputWrapperOrder={['label', 'input', 'error', 'description']}
          />
        </div>
        <DialogButtons onCancel={onClose} color="clay" isBusy={isBusy} busyLabel={busyLabel}>
          {props.button}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** Names the recipient of a reason: the author, if there is one. */
export const recipientHint = (author: { readonly username: string } | null): ReactNode =>
  author === null ? (
    'Queda en el registro.'
  ) : (
    <>
      <span>{'Se lo diremos a '}</span>
      <bdi>{author.username}</bdi>
      <span>.</span>
    </>
  );

/** Closes the dialog of a decision after it, and if there is nothing to decide: it was deleted, or another admin has decided. */
export const onDecided = (onClose: () => void) => ({
  onDone: onClose,
  onFailed: (error: unknown) => {
    if (error instanceof ApiError && [404, 409].includes(error.status)) onClose();
  },
});

interface ReasonChipsProps {
  readonly templates: readonly ReasonTemplate[];
  /** Undefined: none yet. */
  readonly chosenId: string | undefined;
  /** The first chip has the focus when the dialog opens. */
  readonly isAutofocused?: boolean;
  readonly onChoose: (template: ReasonTemplate) => void;
}

/** Prepared reasons, chosen with a press or the arrow keys. */
export function ReasonChips({ templates, chosenId, isAutofocused = false, onChoose }: ReasonChipsProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className={`strong ${classes.legend}`}>Empieza con</legend>
      <div className="cluster">
        {templates.map((template, index) => (
          <label key={template.id} className={`small ${classes.chip}`}>
            <input
              type="radio"
              name={name}
              className={classes.input}
              checked={chosenId === template.id}
              onChange={() => onChoose(template)}
              data-autofocus={(isAutofocused && index === 0) || undefined}
            />
            <span>{template.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A reason that starts empty or as a template. Text that was written before is added to the first chosen template. */
function useReasonDraft(templates: readonly ReasonTemplate[]) {
  const [templateId, setTemplateId] = useState<string>();
  const [own, setOwn] = useState('');
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const template = templates.find(({ id }) => id === templateId);
  const startOf = ({ text }: ReasonTemplate) => (own.trim() === '' ? text : `${text}\n${own}`);
  return {
    templateId,
    /** An edited text is retained while another template is tried. */
    text: template === undefined ? own : (edited[template.id] ?? startOf(template)),
    choose: ({ id }: ReasonTemplate) => setTemplateId(id),
    write: (text: string) =>
      template === undefined ? setOwn(text) : setEdited({ ...edited, [template.id]: text }),
  };
}
