import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DIRECTIONS_MAX, type Location } from '@minga/contract/location';
import { lazy, Suspense } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import { type BorrowedLocation, isBorrowed } from '../borrowed-location.ts';
import { locationText, readLocation } from '../parse-location.ts';
import type { LocationReading } from '../written-coordinates.ts';
import { DeviceLocationButton } from './device-location-button.tsx';
import { loadPicker, MapLocationButton } from './map-location-button.tsx';
import classes from './more-options.module.css';

const PointCheck = lazy(() => loadPicker().then(module => ({ default: module.PointCheck })));

interface Props {
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>;
  borrowed: BorrowedLocation | null;
}

/** The location on the map and the way there. A location that was read with doubt is first shown on the map. */
export function LocationFold({ form, borrowed }: Props) {
  const { control, formState, setValue } = form;
  const { location, directions = '', isLocationPrivate } = useWatch({ control }) as DraftValues;
  const { errors } = formState;
  const reading = readLocation(location);
  const setLocation = (chosen: Location) =>
    setValue('location', locationText(chosen), { shouldDirty: true, shouldValidate: true });
  const onMap = isBorrowed(borrowed, location) ? `En el mapa: la de «${borrowed?.place}»` : 'En el mapa';
  const summary = [reading?.kind === 'exact' && onMap, directions.trim() !== '' && 'Con indicaciones'];
  return (
    <Fold
      title="Ubicación"
      summary={summary.filter(Boolean).join(' · ')}
      hasError={errors.location !== undefined || errors.directions !== undefined}
    >
      <TextInput
        label="Coordenadas o enlace del mapa"
        placeholder="2.4448, -76.6147"
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={descriptionOf(reading, errors.location !== undefined)}
        autoComplete="off"
        {...fieldProps(form, 'location')}
      />
      <DoubtfulPoint
        text={location}
        reading={reading}
        onPick={position => {
          setLocation(position);
          form.setFocus('location');
        }}
      />
      <MapLocationButton
        start={reading === null || reading.kind === 'unreadable' ? null : reading.location}
        onPick={setLocation}
      />
      <DeviceLocationButton onFound={setLocation} />
      <Textarea
        label="Cómo llegar"
        placeholder="La casa azul frente a la cancha. La ruta 8 pasa cerca."
        autosize
        minRows={2}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        description={<CharacterCount text={directions.trim()} max={DIRECTIONS_MAX} />}
        {...fieldProps(form, 'directions')}
      />
      <Checkbox
        size="md"
        label="Mostrar la ubicación solo a quienes confirman"
        description="El lugar que escribiste arriba lo ven todas las personas."
        checked={isLocationPrivate}
        onChange={event => setValue('isLocationPrivate', event.currentTarget.checked, { shouldDirty: true })}
      />
    </Fold>
  );
}

/** The sentence of an unreadable text, until it is the field's error. */
function descriptionOf(reading: LocationReading | null, hasError: boolean): string {
  if (reading?.kind === 'unreadable' && !hasError) return reading.sentence;
  if (reading === null || reading.kind === 'unreadable')
    return 'Pega las coordenadas, o el enlace largo de Google Maps, Apple Maps, OpenStreetMap o Waze.';
  return `Encontramos: ${locationText(reading.location)}`;
}

/** While a text is typed, it can be doubtful for a moment. */
const TYPED_MS = 400;

interface DoubtfulProps {
  text: string;
  reading: LocationReading | null;
  onPick: (location: Location) => void;
}

function DoubtfulPoint({ text, reading, onPick }: DoubtfulProps) {
  const [settled] = useDebouncedValue(text, TYPED_MS);
  const isShown = reading?.kind === 'doubtful' && settled === text;
  return (
    <div className={isShown ? classes.doubt : undefined}>
      <p role="status" className={classes.sentence}>
        {isShown && reading.sentence}
      </p>
      {isShown && (
        <Suspense>
          <PointCheck key={text} start={reading.location} onPick={onPick} />
        </Suspense>
      )}
    </div>
  );
}
