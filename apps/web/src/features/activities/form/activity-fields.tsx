import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DESCRIPTION_MAX, PLACE_MAX, TITLE_MAX } from '@minga/contract/activities';
import { IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import { listPlaces } from '@minga/contract/place-proposals';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Controller, useFormState } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { CountedText, HINT_LAST } from '../../../components/form/counted-text.tsx';
import { ImagePicker } from '../../../components/form/image-picker.tsx';
import { WeaveButton } from '../../../components/form/weave-button.tsx';
import { siteZoneName } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { imageError } from '../../../lib/errors/image-error.ts';
import { call } from '../../../lib/server/api.ts';
import type { DraftForm } from './activity-draft.ts';
import { DateTimeField, type FieldControl } from './date-time-field.tsx';
import { movedNeed } from './draft-parts.ts';
import classes from './form.module.css';
import { type BorrowedLocation, borrow, isStale, LocationFold } from './location-fold.tsx';
import { DurationChips, EndFold, MoreOptions, type OrganisersSlot } from './more-options.tsx';
import {
  adjustedNotice,
  adjustPastHour,
  dayOf,
  movedAlong,
  pastNotice,
  siteToday,
  toPickerText,
} from './picked-date.ts';
import { RepeatFold } from './repeat-fold.tsx';

interface Props {
  form: DraftForm;
  /** The edited activity's values; null for a new activity. */
  currentImage: string | null;
  currentDate: string | null;
  organisers: OrganisersSlot | undefined;
}

/** The order in which people tell of an activity: what, when, where. The rest, which few need, is folded to chips. */
export function ActivityFields({ form, currentImage, currentDate, organisers }: Props) {
  const { control } = form;
  const [borrowed, setBorrowed] = useState<BorrowedLocation | null>(null);
  return (
    <div className={classes.fields}>
      <div className={classes.picture}>
        <Controller
          control={control}
          name="image"
          render={({ field }) => (
            <ImagePicker
              label="Imagen (opcional)"
              hint="JPG, PNG, GIF, WebP o AVIF, hasta 5 MB"
              types={IMAGE_TYPES}
              value={field.value}
              currentUrl={currentImage}
              onChange={field.onChange}
              validate={imageError}
              unreadable={IMAGE_TYPE_MESSAGE}
              other={accept => (
                <WeaveButton
                  chosen={field.value instanceof File ? field.value.name : null}
                  onChoose={accept}
                />
              )}
            />
          )}
        />
      </div>
      <div className={classes.words}>
        <CountedText form={form} name="title" label="Título" max={TITLE_MAX} required />
        <WhenFields form={form} currentDate={currentDate} />
        <div className={classes.group}>
          <PlaceField form={form} borrowed={borrowed} onBorrow={setBorrowed} />
          <div data-parts>
            <LocationFold form={form} borrowed={borrowed} />
          </div>
        </div>
        <CountedText
          form={form}
          name="description"
          label="Descripción (opcional)"
          max={DESCRIPTION_MAX}
          rows={{ minRows: 3, maxRows: 14 }}
        />
        <MoreOptions form={form} organisers={organisers} />
      </div>
    </div>
  );
}

type WhenProps = Pick<Props, 'form' | 'currentDate'>;

/** The start, the end by its duration or as a time, and how the activity repeats. */
function WhenFields({ form, currentDate }: WhenProps) {
  const { control } = form;
  const { isSubmitted } = useFormState({ control });
  return (
    <div className={classes.group}>
      <Controller
        control={control}
        name="date"
        render={({ field, fieldState }) => (
          <DateField
            {...field}
            currentDate={currentDate}
            error={fieldState.error?.message}
            onChange={picked => {
              field.onChange(picked);
              moveTimes(form, isSubmitted, { from: field.value, to: picked });
            }}
          />
        )}
      />
      <DurationChips form={form} />
      <div data-parts>
        <EndFold form={form} />
        {currentDate === null && <RepeatFold form={form} />}
      </div>
    </div>
  );
}

interface DateFieldProps extends FieldControl {
  /** The edited activity's date, which stays selectable even if it is past. */
  currentDate: string | null;
}

/** The start of an activity. Past days are disabled except the current one of an edited activity. */
function DateField({ currentDate, ...field }: DateFieldProps) {
  const { value, onChange } = field;
  const zone = siteZoneName(now());
  /** The start whose hour this field chose, because the picked one had passed. */
  const [adjusted, setAdjusted] = useState('');

  function change(picked: string): void {
    const start = adjustPastHour(picked, value);
    setAdjusted(start === picked ? '' : start);
    onChange(start);
  }

  return (
    <DateTimeField
      {...field}
      label="Fecha y hora"
      isRequired
      notice={
        pastNotice(value) ??
        (adjusted !== '' && adjusted === value ? adjustedNotice(value) : null) ??
        (zone === '' ? null : `Es la ${zone}, no la de tu dispositivo.`)
      }
      firstDay={siteToday()}
      originalDay={currentDate && dayOf(toPickerText(currentDate))}
      onChange={change}
    />
  );
}

const DEBOUNCE_MS = 250;

interface PlaceFieldProps {
  form: DraftForm;
  borrowed: BorrowedLocation | null;
  onBorrow: (borrowed: BorrowedLocation | null) => void;
}

/** 'Lugar', which proposes known places. Choosing one fills an empty location with that of earlier activities there. */
function PlaceField({ form, borrowed, onBorrow }: PlaceFieldProps) {
  const { control, getValues, setValue } = form;
  return (
    <Controller
      control={control}
      name="place"
      render={({ field: { value, ref, onBlur, onChange, name }, fieldState }) => (
        <Proposed
          ref={ref}
          name={name}
          value={value}
          error={fieldState.error?.message}
          onBlur={onBlur}
          onChange={place => {
            onChange(place);
            if (isStale(borrowed, { place, location: getValues('location') })) write('');
          }}
          onChoose={proposal => {
            const { place, location } = getValues();
            const found = borrow(proposal, { place, location }, borrowed);
            if (found === null) return;
            write(found.location);
            onBorrow(found);
          }}
        />
      )}
    />
  );

  function write(location: string) {
    if (location !== getValues('location'))
      setValue('location', location, { shouldDirty: true, shouldValidate: location !== '' });
    onBorrow(null);
  }
}

interface ProposedProps {
  ref: Ref<HTMLInputElement>;
  name: string;
  value: string;
  error: string | undefined;
  onBlur: () => void;
  onChange: (place: string) => void;
  onChoose: (proposal: Proposal) => void;
}

type Proposal = Parameters<typeof borrow>[0];

function Proposed({ value, onChange, onChoose, ...input }: ProposedProps) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { data = [] } = useQuery(placeProposals(settled));
  // A place that is written in full needs no proposal.
  const proposals = data.filter(({ place }) => place !== value);
  return (
    <Autocomplete
      size="md"
      classNames={{ option: classes.option ?? '' }}
      label="Lugar (opcional)"
      placeholder="Parque central"
      autoComplete="off"
      inputWrapperOrder={HINT_LAST}
      description={
        <>
          {[...value.trim()].length > PLACE_MAX && <span>Cómo se llega va en «Ubicación».</span>}
          <CharacterCount text={value.trim()} max={PLACE_MAX} />
        </>
      }
      comboboxProps={{ shadow: 'md', transitionProps: { duration: 0 } }}
      data={proposals.map(({ place }) => place)}
      // The server has selected them, ignoring accents.
      filter={({ options }) => options}
      value={value}
      onChange={place => {
        setTyped(place);
        onChange(place);
      }}
      onOptionSubmit={chosen => {
        const proposal = proposals.find(({ place }) => place === chosen);
        if (proposal !== undefined) onChoose(proposal);
      }}
      {...input}
    />
  );
}

interface Move {
  readonly from: string;
  readonly to: string;
}

/** After another start is picked, moves the end and the times of the tasks by as much. Both are the picker's texts. */
function moveTimes({ getValues, setValue }: DraftForm, isSubmitted: boolean, { from, to }: Move): void {
  if (from === '' || to === '' || from === to) return;
  const options = { shouldDirty: true, shouldValidate: isSubmitted };
  const { endDate, needs } = getValues();
  if (endDate !== '') setValue('endDate', movedAlong(endDate, from, to), options);
  // Each time by itself: a new list would render all of its lines again.
  for (const [index, need] of needs.entries()) {
    const moved = movedNeed(need, from, to);
    if (need.startsAt !== '') setValue(`needs.${index}.startsAt`, moved.startsAt, options);
    if (need.endsAt !== '') setValue(`needs.${index}.endsAt`, moved.endsAt, options);
  }
}

/** Fewer characters fit too many places. */
const TYPED_MIN = 2;

/** Known places with a word that begins with `typed`. Errors are not shown: the field works without proposals. */
const placeProposals = (typed: string) => {
  const q = typed.trim();
  return queryOptions({
    queryKey: ['place-proposals', q],
    queryFn: ({ signal }) => call(listPlaces, { query: { q }, signal }),
    enabled: q.length >= TYPED_MIN,
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
    retry: false,
  });
};
