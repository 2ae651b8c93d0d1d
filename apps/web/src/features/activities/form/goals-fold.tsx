import { Button, TextInput } from '@mantine/core';
import { GOALS_MAX } from '@minga/contract/goals';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFieldArray } from 'react-hook-form';
import { fieldProps, useFieldState } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { counted } from '../../../lib/digits.ts';
import { GOALS_HASH } from '../model.ts';
import { type DraftForm, emptyGoal, PARTS } from './activity-draft.ts';
import classes from './form.module.css';

/** 'Metas': what the activity wants to reach, counted. */
export function GoalsFold(props: { form: DraftForm }) {
  const form = useFieldState(props.form, 'goals');
  const { control, formState, setFocus } = form;
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: 'goals', keyName: 'key' });
  const isSought = useLocation({ select: ({ hash }) => hash === GOALS_HASH });
  const count = fields.length;

  function removeGoal(index: number): void {
    remove(index);
    // The rest is rendered first.
    setTimeout(() =>
      count === 1 ? addButton.current?.focus() : setFocus(`goals.${Math.max(0, index - 1)}.label`),
    );
  }

  return (
    <Fold
      title="Metas"
      summary={count === 0 ? '' : counted(count, 'meta', 'metas')}
      hasError={formState.errors.goals !== undefined}
      isSought={isSought}
      group={PARTS}
    >
      <p className="soft">
        Lo que quieren lograr, con un número: «Sembrar 300 árboles». Cuando pase, anotas cuánto lograron en la
        página de la actividad.
      </p>
      <ol className={classes.goals}>
        {fields.map(({ key }, index) => (
          <li key={key} className={`stack ${classes.goal}`}>
            <TextInput
              label={<span>{`Meta ${index + 1}`}</span>}
              placeholder="Sembrar"
              autoComplete="off"
              {...fieldProps(form, `goals.${index}.label`)}
            />
            <div className={`stack ${classes.numbers}`}>
              <TextInput
                label="Cuánto"
                placeholder="300"
                inputMode="numeric"
                autoComplete="off"
                {...fieldProps(form, `goals.${index}.target`)}
              />
              <TextInput
                label="De qué"
                placeholder="árboles"
                autoComplete="off"
                {...fieldProps(form, `goals.${index}.unit`)}
              />
            </div>
            <Button
              variant="subtle"
              color="clay"
              className={classes.goalsFoldRemove}
              leftSection={<IconTrash size={18} aria-hidden />}
              aria-label={`Quitar la meta ${index + 1}`}
              onClick={() => removeGoal(index)}
            >
              Quitar
            </Button>
          </li>
        ))}
      </ol>
      {count < GOALS_MAX && (
        <div>
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => append(emptyGoal)}
          >
            Agregar meta
          </Button>
        </div>
      )}
    </Fold>
  );
}
