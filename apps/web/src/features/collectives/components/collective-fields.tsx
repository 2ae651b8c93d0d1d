import { Textarea, TextInput, type TextInputProps } from '@mantine/core';
import {
  COLLECTIVE_DESCRIPTION_MAX,
  COLLECTIVE_NAME_MAX,
  COLLECTIVE_PLACE_MAX,
  type Collective,
} from '@minga/contract/collectives';
import { IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { ImagePicker } from '../../../components/image-picker.tsx';
import { Note } from '../../../components/note.tsx';
import { imageError } from '../../../lib/image-error.ts';
import type { CollectiveDraft, DraftValues } from '../collective-draft.ts';
import classes from './collective-form.module.css';

/** Puts the description below the input. */
const LAST: NonNullable<TextInputProps['inputWrapperOrder']> = ['label', 'input', 'error', 'description'];

interface Props {
  form: UseFormReturn<DraftValues, unknown, CollectiveDraft>;
  /** Null for a new one. */
  collective: Collective | null;
}

export function CollectiveFields({ form, collective }: Props) {
  const { control } = form;
  const { name = '', description, place } = useWatch({ control });
  const losesMark = collective?.isVerified === true && name.trim() !== collective.name;
  return (
    <div className={classes.fields}>
      <div className={classes.words}>
        <TextInput
          label="Nombre"
          required
          inputWrapperOrder={LAST}
          description={<CharacterCount text={name.trim()} max={COLLECTIVE_NAME_MAX} />}
          {...fieldProps(form, 'name')}
        />
        <div role="status">
          {losesMark && (
            <Note tone="sky">
              Con otro nombre pierde la marca de verificado hasta que la administración lo revise de nuevo.
            </Note>
          )}
        </div>
        <Textarea
          label="Quiénes son y qué hacen"
          autosize
          minRows={4}
          maxRows={12}
          inputWrapperOrder={LAST}
          description={<CharacterCount text={(description ?? '').trim()} max={COLLECTIVE_DESCRIPTION_MAX} />}
          {...fieldProps(form, 'description')}
        />
        <TextInput
          label="Lugar"
          placeholder="Barrio, vereda o ciudad"
          inputWrapperOrder={LAST}
          description={<CharacterCount text={(place ?? '').trim()} max={COLLECTIVE_PLACE_MAX} />}
          {...fieldProps(form, 'place')}
        />
        <TextInput
          label="Página web"
          placeholder="https://ejemplo.org"
          inputMode="url"
          autoComplete="url"
          {...fieldProps(form, 'website')}
        />
        <TextInput
          label="WhatsApp"
          inputWrapperOrder={LAST}
          description="Un número, o el enlace de invitación a un grupo. Lo verá todo el mundo."
          autoComplete="off"
          {...fieldProps(form, 'whatsapp')}
        />
      </div>
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <ImagePicker
            label="Imagen"
            hint="JPG, PNG, GIF, WebP o AVIF, hasta 5 MB"
            types={IMAGE_TYPES}
            value={field.value}
            currentUrl={collective?.image ?? null}
            onChange={field.onChange}
            validate={imageError}
            unreadable={IMAGE_TYPE_MESSAGE}
          />
        )}
      />
    </div>
  );
}
