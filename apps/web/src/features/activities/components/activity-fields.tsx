import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import { DESCRIPTION_MAX, RESPONSIBLE_MAX, TITLE_MAX } from '@minga/contract/activities';
import { IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { Chips } from '../../../components/form/chips.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { ImagePicker } from '../../../components/image-picker.tsx';
import { imageError } from '../../../lib/image-error.ts';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import type { BorrowedLocation } from '../borrowed-location.ts';
import { moveTimes } from '../move-times.ts';
import { responsibleNames } from '../responsible-names.ts';
import classes from './activity-fields.module.css';
import { DateField } from './date-field.tsx';
import { MoreOptions, type OrganisersSlot } from './more-options.tsx';
import { PlaceField } from './place-field.tsx';

/** Puts the character count below the input. */
const COUNT_LAST: NonNullable<TextInputProps['inputWrapperOrder']> = [
  'label',
  'input',
  'error',
  'description',
];

interface Props {
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>;
  /** The edited activity's values; null for a new activity. */
  currentImage: string | null;
  currentDate: string | null;
  organisers: OrganisersSlot | undefined;
}

export function ActivityFields({ form, currentImage, currentDate, organisers }: Props) {
  const { control } = form;
  const { title, description = '', responsible } = useWatch({ control }) as DraftValues;
  const [borrowed, setBorrowed] = useState<BorrowedLocation | null>(null);
  return (
    <div className={classes.fields}>
      <div className={classes.words}>
        <TextInput
          label="Título"
          required
          inputWrapperOrder={COUNT_LAST}
          description={<CharacterCount text={title.trim()} max={TITLE_MAX} />}
          {...fieldProps(form, 'title')}
        />
        <Textarea
          label="Descripción"
          autosize
          minRows={4}
          maxRows={14}
          inputWrapperOrder={COUNT_LAST}
          description={<CharacterCount text={description.trim()} max={DESCRIPTION_MAX} />}
          {...fieldProps(form, 'description')}
        />
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
                moveTimes(form, field.value, picked);
              }}
            />
          )}
        />
        <PlaceField form={form} borrowed={borrowed} onBorrow={setBorrowed} />
        <div>
          <TextInput
            label="Responsables, separados por comas"
            placeholder="Ana Lucía, Don Efraín"
            inputWrapperOrder={COUNT_LAST}
            description={
              <CharacterCount text={responsibleNames(responsible).join(', ')} max={RESPONSIBLE_MAX} />
            }
            {...fieldProps(form, 'responsible')}
          />
          <Chips label="Así se mostrarán" items={responsibleNames(responsible)} />
        </div>
        <MoreOptions form={form} organisers={organisers} borrowed={borrowed} isNew={currentDate === null} />
      </div>
      <div className={classes.picture}>
        <Controller
          control={control}
          name="image"
          render={({ field }) => (
            <ImagePicker
              label="Imagen"
              hint="JPG, PNG, GIF, WebP o AVIF, hasta 5 MB"
              types={IMAGE_TYPES}
              value={field.value}
              currentUrl={currentImage}
              onChange={field.onChange}
              validate={imageError}
              unreadable={IMAGE_TYPE_MESSAGE}
            />
          )}
        />
      </div>
    </div>
  );
}
