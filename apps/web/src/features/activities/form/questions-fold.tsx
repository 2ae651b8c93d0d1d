import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { OPTIONS_MAX, QUESTIONS_MAX } from '@minga/contract/questions';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { fieldProps, useFieldState } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { GrowingTextarea } from '../../../components/form/growing-textarea.tsx';
import { counted } from '../../../lib/digits.ts';
import { type DraftForm, emptyQuestion, PARTS } from './activity-draft.ts';
import { firstMessage } from './draft-parts.ts';
import classes from './form.module.css';

const kinds = [
  { value: 'text', label: 'Texto corto' },
  { value: 'choice', label: 'Elegir una opción' },
  { value: 'yesno', label: 'Sí o no' },
];

/** 'Preguntas': what the organiser asks those who confirm. */
export function QuestionsFold({ form }: { form: DraftForm }) {
  const { control, formState, setFocus } = useFieldState(form, 'questions');
  const addButton = useRef<HTMLButtonElement>(null);
  const { fields, append, remove } = useFieldArray({ control, name: 'questions', keyName: 'key' });
  const count = fields.length;

  function removeQuestion(index: number): void {
    remove(index);
    // The rest is rendered first.
    setTimeout(() =>
      count === 1 ? addButton.current?.focus() : setFocus(`questions.${Math.max(0, index - 1)}.label`),
    );
  }

  /** Enter would submit the form. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.key !== 'Enter' || !(event.target as HTMLElement).matches('input, select')) return;
    event.preventDefault();
    const isLastWritten = form.getValues(`questions.${count - 1}.label`).trim() !== '';
    if (isLastWritten && count < QUESTIONS_MAX) append(emptyQuestion);
  }

  return (
    <Fold
      title="Preguntas"
      summary={count === 0 ? '' : counted(count, 'pregunta', 'preguntas')}
      hasError={formState.errors.questions !== undefined}
      group={PARTS}
    >
      <p className="soft">Se responden al confirmar. Las respuestas las ven solo quienes organizan.</p>
      <ol className={classes.questions} onKeyDown={onKeyDown}>
        {fields.map(({ key }, index) => (
          <QuestionFields key={key} methods={form} index={index} onRemove={() => removeQuestion(index)} />
        ))}
      </ol>
      {count < QUESTIONS_MAX && (
        <div>
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => append(emptyQuestion)}
          >
            Agregar pregunta
          </Button>
        </div>
      )}
    </Fold>
  );
}

interface QuestionProps {
  methods: DraftForm;
  index: number;
  onRemove: () => void;
}

function QuestionFields({ methods, index, onRemove }: QuestionProps) {
  const name = `questions.${index}` as const;
  const form = useFieldState(methods, name);
  const { control, formState, register } = form;
  const kind = useWatch({ control, name: `${name}.kind` });
  const { options } = formState.errors.questions?.[index] ?? {};
  return (
    <li className={`stack ${classes.question}`}>
      <TextInput
        label={<span>{`Pregunta ${index + 1}`}</span>}
        autoComplete="off"
        {...fieldProps(form, `${name}.label`)}
      />
      <NativeSelect size="md" label="Cómo se responde" data={kinds} {...register(`${name}.kind`)} />
      {kind === 'choice' && (
        <GrowingTextarea
          label="Opciones, una por línea"
          description={`De 2 a ${OPTIONS_MAX}.`}
          minRows={3}
          {...register(`${name}.options`)}
          error={options && firstMessage(options)}
        />
      )}
      <div className="bar">
        <Checkbox size="md" label="Es obligatoria" {...register(`${name}.required`)} />
        <Button
          variant="subtle"
          color="clay"
          leftSection={<IconTrash size={18} aria-hidden />}
          aria-label={`Quitar la pregunta ${index + 1}`}
          onClick={onRemove}
        >
          Quitar
        </Button>
      </div>
    </li>
  );
}
