import { Button, Checkbox, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DIRECTIONS_MAX, type Location } from '@minga/contract/location';
import { type LocationText, locationLabels } from '@minga/contract/location-texts';
import type { PlaceProposal } from '@minga/contract/place-proposals';
import { IconCurrentLocation, IconMap2 } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { CountedText, HINT_LAST } from '../../../components/form/counted-text.tsx';
import { fieldProps, useFieldState } from '../../../components/form/field-props.ts';
import { Fold } from '../../../components/form/fold.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { preload } from '../../../lib/errors/load-code.ts';
import { type DraftForm, PARTS } from './activity-draft.ts';
import classes from './form.module.css';
import { locationText, readLocation } from './parse-location.ts';
import type { LocationReading } from './written-coordinates.ts';

const PointCheck = lazy(() => loadPicker().then(module => ({ default: module.PointCheck })));

interface TextOptions {
  readonly max: number;
  readonly placeholder: string;
  /** The fold's summary of a text that is not empty. */
  readonly mark: string;
}

/** The fields of the texts about a location. A new one is described here (CONTRIBUTING.md). */
const textOptions: Readonly<Record<LocationText, TextOptions>> = {
  directions: {
    max: DIRECTIONS_MAX,
    placeholder: 'La casa azul frente a la cancha. La ruta 8 pasa cerca.',
    mark: 'Con indicaciones',
  },
};
const texts = Object.keys(textOptions) as LocationText[];

interface Props {
  form: DraftForm;
  borrowed: BorrowedLocation | null;
}

/** The location on the map and the way there. A location that was read with doubt is first shown on the map. */
export function LocationFold({ form: methods, borrowed }: Props) {
  const form = useFieldState(methods, ['location', ...texts]);
  const { control, formState, register, setValue } = form;
  const [location, ...written] = useWatch({ control, name: ['location', ...texts] });
  const { errors } = formState;
  const reading = readLocation(location);
  const setLocation = (chosen: Location) =>
    setValue('location', locationText(chosen), { shouldDirty: true, shouldValidate: true });
  const onMap = isBorrowed(borrowed, location) ? `En el mapa: la de «${borrowed?.place}»` : 'En el mapa';
  const marks = texts.map((name, index) => written[index]?.trim() !== '' && textOptions[name].mark);
  return (
    <Fold
      title="Ubicación"
      summary={[reading?.kind === 'exact' && onMap, ...marks].filter(Boolean).join(' · ')}
      hasError={['location' as const, ...texts].some(name => errors[name] !== undefined)}
      group={PARTS}
    >
      <TextInput
        label="Coordenadas o enlace del mapa"
        placeholder="2.4448, -76.6147"
        inputWrapperOrder={HINT_LAST}
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
      {texts.map(name => (
        <CountedText
          key={name}
          form={form}
          name={name}
          label={locationLabels[name]}
          max={textOptions[name].max}
          placeholder={textOptions[name].placeholder}
          rows={{ minRows: 2 }}
        />
      ))}
      <Checkbox
        size="md"
        label="Mostrar la ubicación solo a quienes confirman"
        description="El lugar que escribiste arriba lo ven todas las personas."
        {...register('isLocationPrivate')}
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

const TIMEOUT_MS = 15_000;

/** Asks the browser where the device is. The position is only put into the form. */
function DeviceLocationButton({ onFound }: { onFound: (location: Location) => void }) {
  const [isLocating, setLocating] = useState(false);
  const { message, show, clear } = useTimedMessage();

  function locate() {
    clear();
    setLocating(true);
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        setLocating(false);
        onFound({ latitude: Number(latitude.toFixed(6)), longitude: Number(longitude.toFixed(6)) });
      },
      ({ code, PERMISSION_DENIED }) => {
        setLocating(false);
        show(code === PERMISSION_DENIED ? DENIED : UNKNOWN, { stays: true });
      },
      { enableHighAccuracy: true, timeout: TIMEOUT_MS },
    );
  }

  if (!('geolocation' in navigator)) return null;
  return (
    <>
      <div>
        <Button
          variant="default"
          leftSection={<IconCurrentLocation size={20} aria-hidden />}
          loading={isLocating}
          onClick={locate}
        >
          Usar donde estoy ahora
        </Button>
      </div>
      <MessageBox kind="error" message={message} />
    </>
  );
}

const DENIED = 'Este navegador no tiene permiso para saber dónde estás. Puedes pegar las coordenadas.';
const UNKNOWN = 'No pudimos saber dónde estás. Intenta de nuevo o pega las coordenadas.';

const loadPicker = () => import('../../../components/map/point-picker.tsx');
const PointPicker = lazy(() => loadPicker().then(module => ({ default: module.PointPicker })));

interface MapLocationButtonProps {
  /** Where the pin starts; null: in the middle of the site's region. */
  start: Location | null;
  onPick: (location: Location) => void;
}

/** Opens the map on which the location is chosen. */
function MapLocationButton({ start, onPick }: MapLocationButtonProps) {
  const { isMounted, isOpen, open, close } = useLazyDialog(loadPicker);
  const preloadPicker = preload(loadPicker);
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconMap2 size={20} aria-hidden />}
        onClick={open}
        onPointerEnter={preloadPicker}
        onFocus={preloadPicker}
      >
        Elegir en el mapa
      </Button>
      {isMounted && (
        <Suspense>
          <PointPicker
            isOpen={isOpen}
            start={start}
            onClose={close}
            onPick={location => {
              onPick(location);
              close();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** The location of a chosen place, as long as the organiser has not changed it. */
export interface BorrowedLocation {
  readonly place: string;
  readonly location: string;
}

interface Written {
  readonly place: string;
  readonly location: string;
}

/** Whether the location in the form is that of a chosen place. */
const isBorrowed = (borrowed: BorrowedLocation | null, location: string): boolean =>
  borrowed !== null && location !== '' && borrowed.location === location;

/** The location that choosing a place writes, if the field is empty or came from another chosen place; null: nothing. */
export function borrow(
  { place, location }: PlaceProposal,
  written: Written,
  borrowed: BorrowedLocation | null,
): BorrowedLocation | null {
  if (written.location.trim() !== '' && !isBorrowed(borrowed, written.location)) return null;
  return { place, location: location === null ? '' : locationText(location) };
}

/** Whether a borrowed location has to go, because another place is written now. */
export const isStale = (borrowed: BorrowedLocation | null, { place, location }: Written): boolean =>
  borrowed !== null && isBorrowed(borrowed, location) && !place.startsWith(borrowed.place);
