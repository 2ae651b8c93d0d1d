import { ActionIcon, Button, Checkbox, NativeSelect, TextInput, VisuallyHidden } from '@mantine/core';
import { NEED_NAME_MAX, NEED_NOTE_MAX, NEEDS_MAX } from '@minga/contract/needs';
import { IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, memo, type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import { type FieldErrors, useFieldArray, useFormState, useWatch } from 'react-hook-form';
import { HINT_LAST } from '../../../components/form/counted-text.tsx';
import { Fold } from '../../../components/form/fold.tsx';
import { counted } from '../../../lib/digits.ts';
import { type DraftForm, type DraftValues, type LineForm, PARTS } from './activity-draft.ts';
import { emptyNeed, isBlank, type NeedDraft } from './draft-parts.ts';
import classes from './form.module.css';
import { NeedTimes } from './need-times.tsx';

const kinds = [
  { value: 'task', label: 'Tarea' },
  { value: 'thing', label: 'Cosa' },
];

/** 'Qué se necesita': tasks and things, written like a list on paper. */
export function NeedsFold({ form }: { form: DraftForm }) {
  const { control, getValues, register, setFocus, setValue } = form;
  const { errors } = useFormState({ control, name: 'needs' });
  const { fields, insert, move, remove } = useFieldArray({ control, name: 'needs', keyName: 'key' });
  // Not the lines themselves: with each key typed into one of them all forty would render.
  const count = useWatch({
    control,
    name: 'needs',
    compute: needs => needs.filter(need => !isBlank(need)).length,
  });
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [announcement, setAnnouncement] = useState('');
  /** The line that was added last, with the kind of the line before it; null after other lines have moved. */
  const [inheriting, setInheriting] = useState<number | null>(null);

  /** The next line continues with the kind of this one. */
  const insertAfter = useCallback(
    (index: number): void => {
      if (getValues('needs').length >= NEEDS_MAX) return;
      insert(
        index + 1,
        { ...emptyNeed, kind: getValues(`needs.${index}.kind`) ?? 'task' },
        { shouldFocus: false },
      );
      setInheriting(index + 1);
      // The line is rendered first.
      setTimeout(() => setFocus(`needs.${index + 1}.name`));
    },
    [getValues, insert, setFocus],
  );

  const removeLine = useCallback(
    (index: number): void => {
      remove(index);
      setInheriting(null);
      setTimeout(() =>
        getValues('needs').length === 0
          ? addButton.current?.focus()
          : setFocus(`needs.${Math.max(0, index - 1)}.name`),
      );
    },
    [getValues, remove, setFocus],
  );

  const moveLine = useCallback(
    (from: number, to: number): void => {
      const { length } = getValues('needs');
      if (to < 0 || to >= length || from === to) return;
      move(from, to);
      setInheriting(null);
      setAnnouncement(`Línea ${to + 1} de ${length}`);
      setTimeout(() => {
        const handle = list.current?.querySelectorAll<HTMLElement>('[data-handle]')[to];
        handle?.focus();
        // A handle that has the focus already is not scrolled by it.
        handle?.scrollIntoView({ block: 'nearest' });
      });
    },
    [getValues, move],
  );
  const lineForm = useMemo(
    () => ({ control, register, setFocus, setValue }),
    [control, register, setFocus, setValue],
  );

  return (
    <Fold
      title="Qué se necesita"
      summary={count === 0 ? '' : counted(count, 'tarea o cosa', 'tareas y cosas')}
      hasError={errors.needs !== undefined}
      group={PARTS}
    >
      <p className="soft">
        Una línea por cada tarea o cosa. Quienes confirman eligen en qué ayudan o qué llevan, y se ve qué
        falta.
      </p>
      <ol ref={list} className={classes.needs}>
        {fields.map(({ key }, index) => (
          <NeedLine
            key={key}
            form={lineForm}
            index={index}
            isInheriting={index > 0 && index === inheriting}
            {...messagesOf(errors.needs?.[index])}
            onNext={insertAfter}
            onMove={moveLine}
            onRemove={removeLine}
          />
        ))}
      </ol>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      {fields.length < NEEDS_MAX && (
        <div>
          <Button
            ref={addButton}
            variant="default"
            leftSection={<IconPlus size={20} aria-hidden />}
            onClick={() => insertAfter(fields.length - 1)}
          >
            Agregar tarea o cosa
          </Button>
        </div>
      )}
      {count > 0 && (
        <Checkbox
          size="md"
          classNames={{ body: classes.required, label: classes.requiredLabel }}
          label="Cada persona debe elegir al menos una"
          {...register('needsRequired')}
        />
      )}
    </Fold>
  );
}

type NeedErrors = NonNullable<FieldErrors<DraftValues>['needs']>[number];
type LineErrors = Record<`${'name' | 'quantity' | 'startsAt' | 'endsAt' | 'note'}Error`, string | undefined>;

/** As texts, because the form changes the objects of its errors in place, which a memoised line would not see. */
const messagesOf = (errors: NeedErrors): LineErrors => ({
  nameError: errors?.name?.message,
  quantityError: errors?.quantity?.message,
  startsAtError: errors?.startsAt?.message,
  endsAtError: errors?.endsAt?.message,
  noteError: errors?.note?.message,
});

interface LineProps extends LineErrors {
  form: LineForm;
  index: number;
  /** Its kind is that of the line before it. */
  isInheriting: boolean;
  onNext: (index: number) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (index: number) => void;
}

/** Memoised, and rendered for what it shows: neither another field nor a failed submission renders forty lines. */
const NeedLine = memo(({ form, index, isInheriting, onNext, onMove, onRemove, ...errors }: LineProps) => {
  const { control, register } = form;
  const name = `needs.${index}` as const;
  // Only with `compute` the form compares values, and it changes its own in place.
  const need: NeedDraft | undefined = useWatch({ control, name, compute: copyOf });
  // After a task with times this one is likely to get some too.
  const isAfterShift = useWatch({ control, name: `needs.${index - 1}`, compute: isShift });
  const isTask = need?.kind !== 'thing';
  const label = need?.name.trim() || `línea ${index + 1}`;
  const isExpected = (isTask && isAfterShift) || hasMore(need);
  // The times of a closed line are not rendered: each would follow the date of the activity.
  const [wasOpened, setOpened] = useState(false);

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const isEmpty = need === undefined || (need.name === '' && isBlank(need));
    const field = event.target as HTMLInputElement;
    if (event.key === 'Enter' && field.matches('input, select')) {
      // Enter would submit the form.
      event.preventDefault();
      if (!isEmpty) onNext(index);
    } else if (event.key === 'Backspace' && field.name === `${name}.name` && isEmpty) {
      event.preventDefault();
      onRemove(index);
    }
  }

  return (
    <li className={`stack card ${classes.need}`} data-line={index} onKeyDown={onKeyDown}>
      <MoveHandle label={label} index={index} onMove={to => onMove(index, to)} />
      <div className={classes.needsFoldFields}>
        <TextInput
          label={<span>{`${index + 1}. Qué`}</span>}
          placeholder={isTask ? 'Cocina' : 'Palas'}
          className={classes.name}
          maxLength={NEED_NAME_MAX}
          autoComplete="off"
          {...register(`${name}.name`)}
          error={errors.nameError}
        />
        <TextInput
          label="Cuántas"
          inputMode="numeric"
          autoComplete="off"
          // A typed number replaces the 1, also on a phone.
          onFocus={event => event.currentTarget.select()}
          {...register(`${name}.quantity`)}
          error={errors.quantityError}
        />
        <NativeSelect
          size="md"
          label="Tipo"
          inputWrapperOrder={HINT_LAST}
          // A task is what every first line is.
          description={isInheriting && !isTask && 'Como la de antes'}
          data={kinds}
          {...register(`${name}.kind`)}
        />
      </div>
      <details
        className={classes.more}
        open={isExpected || undefined}
        onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
      >
        <summary>{isTask ? 'Horario y nota' : 'Nota'}</summary>
        <div className="stack">
          {isTask && need && (wasOpened || isExpected) && (
            <NeedTimes
              {...{ form, index, need }}
              startsAtError={errors.startsAtError}
              endsAtError={errors.endsAtError}
            />
          )}
          <TextInput
            label="Nota"
            maxLength={NEED_NOTE_MAX}
            autoComplete="off"
            {...register(`${name}.note`)}
            error={errors.noteError}
          />
        </div>
      </details>
      <ActionIcon
        className={classes.remove}
        variant="subtle"
        color="clay"
        size="2.75rem"
        aria-label={`Quitar: ${label}`}
        onClick={() => onRemove(index)}
      >
        <IconTrash size={20} aria-hidden />
      </ActionIcon>
    </li>
  );
});

const copyOf = (need: NeedDraft | undefined) => need && { ...need };

const isShift = (need: NeedDraft | undefined): boolean => need?.kind === 'task' && need.startsAt !== '';

const hasMore = (need: NeedDraft | undefined): boolean =>
  need !== undefined && [need.startsAt, need.endsAt, need.note].some(text => text !== '');

interface HandleProps {
  label: string;
  index: number;
  onMove: (to: number) => void;
}

/** Moves a line by dragging, with a mouse or a finger, or by the arrow keys. */
function MoveHandle({ label, index, onMove }: HandleProps) {
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMove(index + step);
  }

  function onPointerUp({ clientX, clientY }: PointerEvent): void {
    const line = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-line]');
    if (line?.dataset.line !== undefined) onMove(Number(line.dataset.line));
  }

  return (
    <button
      type="button"
      data-handle
      className={`centred soft ${classes.handle}`}
      aria-label={`Mover: ${label}. Arrastra, o usa las flechas arriba y abajo`}
      onKeyDown={onKeyDown}
      onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerUp={onPointerUp}
    >
      <IconGripVertical size={20} aria-hidden />
    </button>
  );
}
