import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { CharacterCount } from '../../../../components/form/character-count.tsx';
import type { ReasonTemplate } from '../../reason-templates.ts';
import type { ReasonDraft } from '../../use-reason-draft.ts';
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
  const name = useId();
  return (
    <div className={classes.reason}>
      <fieldset className={classes.templates}>
        <legend className={classes.legend}>Empieza con</legend>
        <div className={classes.chips}>
          {templates.map(({ id, name: chip }) => (
            <label key={id} className={classes.chip}>
              <input
                type="radio"
                name={name}
                className={classes.input}
                checked={draft.templateId === id}
                onChange={() => draft.choose(id)}
                data-autofocus={draft.templateId === id || undefined}
              />
              {chip}
            </label>
          ))}
        </div>
      </fieldset>
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
            {hint} <CharacterCount text={draft.text.trim()} max={max} />
          </>
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      />
    </div>
  );
}
