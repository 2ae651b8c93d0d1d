import { useId } from 'react';
import type { ReasonTemplate } from '../../reason-templates.ts';
import classes from './reason-field.module.css';

interface Props {
  readonly templates: readonly ReasonTemplate[];
  /** Undefined: none yet. */
  readonly chosenId: string | undefined;
  /** The chosen chip has the focus when the dialog opens. */
  readonly isAutofocused?: boolean;
  readonly onChoose: (template: ReasonTemplate) => void;
}

/** Prepared reasons, chosen with a press or the arrow keys. */
export function ReasonChips({ templates, chosenId, isAutofocused = false, onChoose }: Props) {
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
