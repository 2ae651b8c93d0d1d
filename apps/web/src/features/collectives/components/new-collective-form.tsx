import type { Collective } from '@minga/contract/collectives';
import { useCreateCollective } from '../api/create-collective.ts';
import { CollectiveForm } from './collective-form.tsx';

interface Props {
  userId: string;
  onSaved: (collective: Collective) => void;
}

const labels = { save: 'Crear colectivo', saving: 'Creando...', saved: 'Colectivo creado' };

/** The form of /colectivos/nuevo. */
export const NewCollectiveForm = ({ userId, onSaved }: Props) => (
  <CollectiveForm
    userId={userId}
    collective={null}
    mutation={useCreateCollective()}
    labels={labels}
    onSaved={onSaved}
  />
);
