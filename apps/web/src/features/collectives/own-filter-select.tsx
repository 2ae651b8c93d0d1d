import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from './collective-form.module.css';
import { rightsOf } from './model.ts';
import { ownCollectives } from './own-collectives.ts';

/** All, the user's own, or the slug of a collective. */
type OwnChoice = { readonly kind: 'all' | 'own' } | { readonly kind: 'collective'; readonly slug: string };

interface Props {
  choice: OwnChoice;
  onChoose: (choice: OwnChoice) => void;
}

const ALL = '';
/** No slug has a colon. */
const OWN = ':own';

/** Selects among the activities that the user manages. */
export function OwnFilterSelect({ choice, onChoose }: Props) {
  const { data = [] } = useQuery(ownCollectives);
  const collectives = data.filter(({ myRole, status }) => rightsOf(myRole).canPublish && status === 'active');
  const value = choice.kind === 'collective' ? choice.slug : choice.kind === 'own' ? OWN : ALL;
  // Of a link, or while the collectives load.
  const isListed = choice.kind !== 'collective' || collectives.some(({ slug }) => slug === choice.slug);
  return (
    <NativeSelect
      size="md"
      label="Mostrar"
      className={classes.filter}
      data={[
        { value: ALL, label: 'Todas' },
        { value: OWN, label: 'Solo mías' },
        ...collectives.map(({ slug, name }) => ({ value: slug, label: name })),
        ...(isListed ? [] : [{ value, label: value }]),
      ]}
      value={value}
      onChange={({ currentTarget: { value: picked } }) =>
        onChoose(
          picked === ALL
            ? { kind: 'all' }
            : picked === OWN
              ? { kind: 'own' }
              : { kind: 'collective', slug: picked },
        )
      }
    />
  );
}
