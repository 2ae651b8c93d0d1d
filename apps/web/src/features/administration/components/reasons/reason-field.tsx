import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { CharacterCount } from '../../../../components/form/character-count.tsx';
import type { ReasonTemplate } from '../../reason-templates.ts';
import type { ReasonDraft } from '../../use-reason-draft.ts';
import { ReasonChips } from './reason-chips.tsx';
import classes from './reason-field.module.css';

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
