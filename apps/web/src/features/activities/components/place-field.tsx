import { Autocomplete } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { PLACE_MAX } from '@minga/contract/activities';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useState } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { CharacterCount } from '../../../components/form/character-count.tsx';
import type { ActivityDraft, DraftValues } from '../activity-draft.ts';
import { placeProposals } from '../api/place-proposals.ts';
import { type BorrowedLocation, borrow, isStale } from '../borrowed-location.ts';
import classes from './place-field.module.css';
import '@mantine/core/styles/Combobox.css';

const DEBOUNCE_MS = 250;

interface Props {
  form: UseFormReturn<DraftValues, unknown, ActivityDraft>;
  borrowed: BorrowedLocation | null;
  onBorrow: (borrowed: BorrowedLocation | null) => void;
}

/** 'Lugar', which proposes known places. Choosing one fills an empty location with that of earlier activities there. */
export function PlaceField({ form, borrowed, onBorrow }: Props) {
  const { control, getValues, setValue } = form;
  return (
    <Controller
      control={control}
      name="place"
      render={({ field: { value = '', ref, onBlur, onChange, name }, fieldState }) => (
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
            const { place = '', location } = getValues();
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
      label="Lugar"
      placeholder="Parque Caldas"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      description={<CharacterCount text={value.trim()} max={PLACE_MAX} />}
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
