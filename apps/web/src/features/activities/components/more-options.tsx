import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { COMPANIONS_MAX } from '@minga/contract/places';
import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { fieldProps } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import type { BorrowedLocation } from '../borrowed-location.ts';
import { endText } from '../picked-date.ts';
import { EndDateField } from './end-date-field.tsx';
import { GoalsFold } from './goals-fold.tsx';
import { LocationFold } from './location-fold.tsx';
import classes from './more-options.module.css';
import { NeedsFold } from './needs-fold.tsx';
import { QuestionsFold } from './questions-fold.tsx';
import { RepeatFold } from './repeat-fold.tsx';
import { TopicsFold } from './topics-fold.tsx';

interface Props {
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>;
}

interface Borrowed {
  borrowed: BorrowedLocation | null;
}

/** The field 'Quiénes organizan', which the route renders: the id of a collective, or ''. */
export interface OrganisersField {
  readonly value: string;
  readonly onChange: (collectiveId: string) => void;
}

export type OrganisersSlot = (field: OrganisersField) => ReactNode;

/** What few activities need, folded by subject. */
export const MoreOptions = ({
  form,
  organisers,
  borrowed,
  isNew,
}: Props & Borrowed & { organisers: OrganisersSlot | undefined; isNew: boolean }) => (
  <section className={classes.options} aria-labelledby="more-options">
    <h2 id="more-options" className={classes.title}>
      Más opciones
    </h2>
    <TopicsFold form={form} />
    <EndFold form={form} />
    {isNew && <RepeatFold form={form} />}
    <PlacesFold form={form} />
    <NeedsFold form={form} />
    <GoalsFold form={form} />
    <QuestionsFold form={form} />
    <ContactFold form={form} />
    <LocationFold form={form} borrowed={borrowed} />
    {organisers && (
      <Controller
        control={form.control}
        name="collectiveId"
        render={({ field: { value, onChange } }) => <>{organisers({ value, onChange })}</>}
      />
    )}
  </section>
);

function EndFold({ form: { control, formState } }: Props) {
  const { date, endDate } = useWatch({ control }) as DraftValues;
  return (
    <Fold
      title="Hora de fin"
      summary={endText(date, endDate)}
      hasError={formState.errors.endDate !== undefined}
    >
      <Controller
        control={control}
        name="endDate"
        render={({ field, fieldState }) => (
          <EndDateField {...field} start={date} error={fieldState.error?.message} />
        )}
      />
    </Fold>
  );
}

function PlacesFold({ form }: Props) {
  const { control, formState, setValue } = form;
  const values = useWatch({ control }) as DraftValues;
  const { capacity = '', companionsMax = '0', hasWaitingList = true, asksAgain = false } = values;
  const { errors } = formState;
  const isLimited = capacity.trim() !== '';
  const summary = [
    isLimited && `${capacity.trim()} ${capacity.trim() === '1' ? 'cupo' : 'cupos'}`,
    companionsMax !== '0' && 'Con acompañantes',
    asksAgain && 'Pregunta la víspera',
  ];
  return (
    <Fold
      title="Cupos"
      summary={summary.filter(Boolean).join(' · ')}
      hasError={errors.capacity !== undefined || errors.companionsMax !== undefined}
    >
      <TextInput
        label="Cuántas personas caben"
        placeholder="Sin límite"
        inputMode="numeric"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description="Cuenta también a quienes van acompañando. Si después lo bajas, nadie pierde su cupo."
        {...fieldProps(form, 'capacity')}
      />
      <NativeSelect
        size="md"
        label="Acompañantes que puede llevar cada persona"
        data={COMPANIONS}
        {...fieldProps(form, 'companionsMax')}
      />
      {isLimited && (
        <Checkbox
          size="md"
          label="Abrir una lista de espera cuando se llene"
          description="Cada cupo que se libere se le ofrece a quien lleva más tiempo esperando."
          checked={hasWaitingList}
          onChange={event => setValue('hasWaitingList', event.currentTarget.checked, { shouldDirty: true })}
        />
      )}
      <Checkbox
        size="md"
        label="Preguntar la víspera si siguen viniendo"
        description="El día antes, a las 6 de la tarde, les llega la pregunta. Quien dice que no libera su cupo, y tú ves quién falta por responder."
        checked={asksAgain}
        onChange={event => setValue('asksAgain', event.currentTarget.checked, { shouldDirty: true })}
      />
    </Fold>
  );
}

function ContactFold({ form: { control, register } }: Props) {
  const { contact = 'email' } = useWatch({ control }) as DraftValues;
  return (
    <Fold title="Cómo confirman" summary={contact === 'any' ? 'Con o sin correo' : ''} hasError={false}>
      <NativeSelect
        size="md"
        label="Qué dejan quienes confirman"
        data={CONTACTS}
        description={
          contact === 'any'
            ? 'A quien no deja correo no le llegan avisos: escríbele por WhatsApp desde la lista.'
            : 'Al correo les llegan los cambios y los recordatorios.'
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...register('contact')}
      />
    </Fold>
  );
}

const CONTACTS = [
  { value: 'email', label: 'Nombre y correo' },
  { value: 'any', label: 'Solo el nombre es obligatorio' },
];

const COMPANIONS = Array.from({ length: COMPANIONS_MAX + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Ninguno' : String(count),
}));
