import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { accessibilities, accessibilityNames } from '@minga/contract/accessibility';
import { RESPONSIBLE_MAX } from '@minga/contract/activities';
import { DURATION_DAYS_MAX } from '@minga/contract/activity-values';
import { categoryNames } from '@minga/contract/category-names';
import { COMPANIONS_MAX } from '@minga/contract/places';
import { categories, TAG_MAX, TAGS_MAX } from '@minga/contract/topics';
import type { ReactNode } from 'react';
import { Controller, useFormState, useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { Chips } from '../../../components/form/chips.tsx';
import { ChoiceButtons } from '../../../components/form/choice-buttons.tsx';
import { HINT_LAST } from '../../../components/form/counted-text.tsx';
import { fieldProps, useFieldState } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { counted } from '../../../lib/digits.ts';
import { siteHandle } from '../../../lib/site-handle.ts';
import { type DraftForm, PARTS, responsibleNames, writtenTags } from './activity-draft.ts';
import { DateTimeField, type FieldControl } from './date-time-field.tsx';
import classes from './form.module.css';
import { GoalsFold } from './goals-fold.tsx';
import { NeedsFold } from './needs-fold.tsx';
import { DEFAULT_TIME, dayOf, daysLater, endText, hoursLater, siteToday, timeOf } from './picked-date.ts';
import { QuestionsFold } from './questions-fold.tsx';

interface Props {
  form: DraftForm;
}

/** The field 'Colectivo', which the route renders: the id of a collective, or ''. */
export interface OrganisersField {
  readonly value: string;
  readonly onChange: (collectiveId: string) => void;
  /** The group of its fold. */
  readonly group: string;
}

export type OrganisersSlot = (field: OrganisersField) => ReactNode;

/** The parts that few activities need: a chip each, which opens in place and leaves a line with its value. */
export const MoreOptions = ({ form, organisers }: Props & { organisers: OrganisersSlot | undefined }) => (
  <section className={classes.options} aria-labelledby="more-options">
    <h2 id="more-options" className={classes.title}>
      Agregar
    </h2>
    <div data-parts>
      {/* In an order that fills the lines of a phone. */}
      <PlacesFold form={form} />
      <QuestionsFold form={form} />
      <GoalsFold form={form} />
      <NeedsFold form={form} />
      <TopicsFold form={form} />
      {organisers && (
        <Controller
          control={form.control}
          name="collectiveId"
          render={({ field: { value, onChange } }) => <>{organisers({ value, onChange, group: PARTS })}</>}
        />
      )}
      <ContactFold form={form} />
      <ResponsibleFold form={form} />
      <ArrivalFold form={form} />
      <ChatFold form={form} />
      <AccessibilityFold form={form} />
      {siteHandle() !== null && <FederationFold form={form} />}
    </div>
  </section>
);

/** Most activities last as long. */
const HOURS = [1, 2, 3, 4];

/** Sets the end so many hours after the start, once that is picked. */
export function DurationChips({ form: { control, setValue } }: Props) {
  const { isSubmitted } = useFormState({ control });
  const [date, endDate] = useWatch({ control, name: ['date', 'endDate'] });
  if (date === '') return null;
  return (
    <ChoiceButtons
      legend="Cuánto dura"
      choices={HOURS.map(hours => ({
        value: hoursLater(date, hours),
        label: counted(hours, 'hora', 'horas'),
      }))}
      value={endDate}
      onChange={end => setValue('endDate', end, { shouldDirty: true, shouldValidate: isSubmitted })}
    />
  );
}

export function EndFold({ form }: Props) {
  const { control, formState } = useFieldState(form, 'endDate');
  const [date, endDate] = useWatch({ control, name: ['date', 'endDate'] });
  return (
    <Fold
      title="Hora de fin"
      summary={endText(date, endDate)}
      hasError={formState.errors.endDate !== undefined}
      group={PARTS}
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

/** 'Por quién preguntar': the people who can be asked, by their names. */
function ResponsibleFold(props: Props) {
  const form = useFieldState(props.form, 'responsible');
  const names = responsibleNames(useWatch({ control: form.control, name: 'responsible' }));
  return (
    <Fold
      title="Por quién preguntar"
      summary={names.join(', ')}
      hasError={form.formState.errors.responsible !== undefined}
      group={PARTS}
    >
      <p className="soft">Se ven en la actividad, para que quien llegue sepa a quién buscar.</p>
      <div>
        <TextInput
          label="Responsables, separados por comas"
          placeholder="Ana Lucía, Don Efraín"
          inputWrapperOrder={HINT_LAST}
          description={<CharacterCount text={names.join(', ')} max={RESPONSIBLE_MAX} />}
          {...fieldProps(form, 'responsible')}
        />
        <Chips label="Así se mostrarán" items={names} />
      </div>
    </Fold>
  );
}

function PlacesFold(props: Props) {
  const form = useFieldState(props.form, ['capacity', 'companionsMax']);
  const { control, formState, register } = form;
  const [capacity, companionsMax, asksAgain] = useWatch({
    control,
    name: ['capacity', 'companionsMax', 'asksAgain'],
  });
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
      group={PARTS}
    >
      <TextInput
        label="Cuántas personas caben"
        placeholder="Sin límite"
        inputMode="numeric"
        autoComplete="off"
        inputWrapperOrder={HINT_LAST}
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
          {...register('hasWaitingList')}
        />
      )}
      <Checkbox
        size="md"
        label="Preguntar la víspera si siguen viniendo"
        description="A las 6 de la tarde. Quien dice que no libera su cupo, y tú ves quién falta por responder."
        {...register('asksAgain')}
      />
    </Fold>
  );
}

/** 'Confirmar sin correo': what attendees have to leave. */
function ContactFold({ form: { control, register } }: Props) {
  const contact = useWatch({ control, name: 'contact' });
  return (
    <Fold title="Confirmar sin correo" summary={contact === 'any' ? 'Sí' : ''} hasError={false} group={PARTS}>
      <p className="soft">Para gente que no usa correo: confirma con teléfono, o solo con nombre.</p>
      <NativeSelect
        size="md"
        label="Qué dejan quienes confirman"
        data={CONTACTS}
        description={
          contact === 'any'
            ? 'A quien no deja correo no le llegan avisos: escríbele por WhatsApp desde la lista.'
            : 'Al correo les llegan los cambios y los recordatorios.'
        }
        inputWrapperOrder={HINT_LAST}
        {...register('contact')}
      />
    </Fold>
  );
}

/** The facilities for people with particular needs. Searches find activities by them. */
function AccessibilityFold({ form }: Props) {
  const { control, formState } = useFieldState(form, 'accessibility');
  const chosen = useWatch({ control, name: 'accessibility' });
  return (
    <Fold
      title="Accesibilidad"
      summary={chosen.map(name => accessibilityNames[name]).join(' · ')}
      hasError={formState.errors.accessibility !== undefined}
      group={PARTS}
    >
      <Controller
        control={control}
        name="accessibility"
        render={({ field: { value, onChange } }) => (
          <Checkbox.Group label="Qué hay en el lugar" size="md" value={value} onChange={onChange}>
            <div className="stack">
              {accessibilities.map(name => (
                <Checkbox key={name} size="md" value={name} label={accessibilityNames[name]} />
              ))}
            </div>
          </Checkbox.Group>
        )}
      />
    </Fold>
  );
}

function ChatFold(props: Props) {
  const form = useFieldState(props.form, 'chatUrl');
  const chatUrl = useWatch({ control: form.control, name: 'chatUrl' });
  return (
    <Fold
      title="Grupo de chat"
      summary={chatUrl.trim() === '' ? '' : 'Con enlace'}
      hasError={form.formState.errors.chatUrl !== undefined}
      group={PARTS}
    >
      <TextInput
        label="Enlace del grupo de WhatsApp, Telegram o Signal"
        placeholder="https://chat.whatsapp.com/…"
        inputMode="url"
        autoComplete="off"
        inputWrapperOrder={HINT_LAST}
        description="Solo lo ven quienes organizan y quienes confirman, después de confirmar y en su recordatorio."
        {...fieldProps(form, 'chatUrl')}
      />
    </Fold>
  );
}

/** The code that hangs at the place, with which attendees check themselves in. */
function ArrivalFold({ form: { control, register } }: Props) {
  const isOn = useWatch({ control, name: 'selfCheckIn' });
  return (
    <Fold title="Llegada" summary={isOn ? 'Con código en el lugar' : ''} hasError={false} group={PARTS}>
      <Checkbox
        size="md"
        label="Que cada persona registre su propia llegada"
        description="Cuelgas un código en la entrada, y quien llega lo abre con su celular. Lo imprimes después en «Puerta»."
        {...register('selfCheckIn')}
      />
    </Fold>
  );
}

/** Whether other servers may show the activity (docs/rules.md R27.1). One with a private location never leaves the site. */
function FederationFold({ form: { control, register } }: Props) {
  const [isFederated, isLocationPrivate] = useWatch({ control, name: ['isFederated', 'isLocationPrivate'] });
  if (isLocationPrivate) return null;
  return (
    <Fold
      title="Otros servidores"
      summary={isFederated ? '' : 'No sale de aquí'}
      hasError={false}
      group={PARTS}
    >
      <Checkbox
        size="md"
        label="Mostrarla también en Mastodon, Mobilizon y otros"
        description="La ve quien sigue este sitio desde allá. Si la eliminas les avisamos, pero puede quedar alguna copia."
        {...register('isFederated')}
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

const CATEGORY_OPTIONS = [
  { value: '', label: 'Sin categoría' },
  ...categories.map(category => ({ value: category, label: categoryNames[category] })),
];

/** The category and the tags by which people find the activity. */
function TopicsFold(props: Props) {
  const form = useFieldState(props.form, ['category', 'tags']);
  const { control, formState } = form;
  const [category, tags] = useWatch({ control, name: ['category', 'tags'] });
  const written = writtenTags(tags);
  const name = CATEGORY_OPTIONS.find(({ value }) => value !== '' && value === category)?.label;
  const summary = [name, ...written.map(tag => `#${tag}`)].filter(Boolean);
  const { errors } = formState;
  return (
    <Fold
      title="Categoría"
      summary={summary.join(' · ')}
      hasError={errors.category !== undefined || errors.tags !== undefined}
      group={PARTS}
    >
      <NativeSelect
        size="md"
        label="Categoría"
        description="Así la encuentra quien busca por tema."
        inputWrapperOrder={HINT_LAST}
        data={CATEGORY_OPTIONS}
        {...fieldProps(form, 'category')}
      />
      <div>
        <TextInput
          label="Etiquetas, separadas por comas"
          placeholder="río, reciclaje"
          inputWrapperOrder={HINT_LAST}
          description={`Hasta ${TAGS_MAX}, de máximo ${TAG_MAX} caracteres cada una.`}
          autoComplete="off"
          {...fieldProps(form, 'tags')}
        />
        <Chips label="Así se mostrarán" items={written.map(tag => `#${tag}`)} />
      </div>
    </Fold>
  );
}

interface EndDateFieldProps extends FieldControl {
  /** The picked start, or empty. */
  start: string;
}

/** The end of an activity: any time on the same day or at most 14 days later. */
function EndDateField({ start, ...field }: EndDateFieldProps) {
  const firstDay = start === '' ? siteToday() : dayOf(start);
  return (
    <DateTimeField
      {...field}
      label="Hora de fin"
      notice={null}
      firstDay={firstDay}
      assumedDay={firstDay}
      lastDay={daysLater(firstDay, DURATION_DAYS_MAX)}
      defaultTime={twoHoursAfter(timeOf(start) ?? DEFAULT_TIME)}
    />
  );
}

/** Of the same day. */
function twoHoursAfter(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${String(Math.min(hour + 2, 23)).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
}
