import { Textarea } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { CharacterCount } from '../../components/form/character-count.tsx';
import classes from './panel.module.css';
import type { ReasonTemplate } from './reason-templates.ts';

interface Props {
  readonly templates: readonly ReasonTemplate[];
  readonly draft: ReasonDraft;
  readonly max: number;
  readonly label: string;
  /** Whom the text is sent to. */
  readonly hint: ReactNode;
  readonly error: string | undefined;
}

/** A reason: one of some prepared texts, chosen with a chip or the arrow keys, which can be edited. */
export function ReasonField({ templates, draft, max, label, hint, error }: Props) {
  return (
    <div className={classes.reason}>
      <ReasonChips
        templates={templates}
        chosenId={draft.templateId}
        isAutofocused
        onChoose={({ id }) => draft.choose(id)}
      />
      <Textarea
        label={label}
        autosize
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
  );
}

interface ReasonChipsProps {
  readonly templates: readonly ReasonTemplate[];
  /** Undefined: none yet. */
  readonly chosenId: string | undefined;
  /** The chosen chip has the focus when the dialog opens. */
  readonly isAutofocused?: boolean;
  readonly onChoose: (template: ReasonTemplate) => void;
}

/** Prepared reasons, chosen with a press or the arrow keys. */
export function ReasonChips({ templates, chosenId, isAutofocused = false, onChoose }: ReasonChipsProps) {
  const name = useId();
  return (
    <fieldset className={classes.templates}>
      <legend className={classes.legend}>Empieza con</legend>
      <div className={classes.chips}>
        {templates.map(template => (
          <label key={template.id} className={classes.chip}>
            <input
              type="radio"
              name={name}
              className={classes.input}
              checked={chosenId === template.id}
              onChange={() => onChoose(template)}
              data-autofocus={(isAutofocused && chosenId === template.id) || undefined}
            />
            <span>{template.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A reason that starts as a template. An edited text is retained while another template is tried. */
export function useReasonDraft(templates: readonly ReasonTemplate[], suggestedId: string) {
  const [templateId, setTemplateId] = useState(suggestedId);
  const [edited, setEdited] = useState<Readonly<Record<string, string>>>({});
  const template = templates.find(({ id }) => id === templateId);
  return {
    templateId,
    text: edited[templateId] ?? template?.text ?? '',
    choose: setTemplateId,
    write: (text: string) => setEdited({ ...edited, [templateId]: text }),
  };
}

type ReasonDraft = ReturnType<typeof useReasonDraft>;
