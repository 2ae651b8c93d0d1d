import type { Account } from '@minga/contract/administration/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { oneUser } from '../../api/one-user.ts';
import { userList } from '../../api/user-list.ts';
import { type Choice, FoundSelect } from './found-select.tsx';
import { unnamedChoice } from './unnamed-choice.ts';

interface Props {
  /** '' is none. */
  id: string;
  onChoose: (id: string) => void;
}

const choiceOf = ({ _id: id, username, email }: Account): Choice => ({ id, name: username, detail: email });

/** Who attends; an id in the address is looked up. */
export function UserChoiceField({ id, onChoose }: Props) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneUser(id), enabled: id !== '' });
  return (
    <FoundSelect
      label="Usuario"
      placeholder="Todos: escribe para buscar"
      nothing="Nadie se llama así"
      fallback="Error al obtener usuarios"
      search={search => userList({ search }, 1)}
      choiceOf={choiceOf}
      chosen={data && id !== '' ? choiceOf(data) : unnamedChoice(id, error)}
      onChoose={user => {
        // Of who administers the list tells this much, and the call for one account nothing.
        if (user) queryClient.setQueryData(oneUser(user._id).queryKey, user);
        onChoose(user?._id ?? '');
      }}
    />
  );
}
