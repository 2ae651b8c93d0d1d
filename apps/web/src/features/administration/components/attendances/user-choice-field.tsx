import type { Account } from '@minga/contract/administration/account';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { oneUser } from '../../api/one-user.ts';
import { userList } from '../../api/user-list.ts';
import { type Choice, SearchSelect } from './search-select.tsx';
import { unnamedChoice } from './unnamed-choice.ts';

interface Props {
  /** '' selects none. */
  id: string;
  onChoose: (id: string) => void;
}

const choiceOf = ({ _id: id, username, email }: Account): Choice => ({ id, name: username, detail: email });

/** Filters by attendee. Fetches the account of an id in the URL for its name. */
export function UserChoiceField({ id, onChoose }: Props) {
  const queryClient = useQueryClient();
  const { data, error } = useQuery({ ...oneUser(id), enabled: id !== '' });
  return (
    <SearchSelect
      label="Usuario"
      placeholder="Todos: escribe para buscar"
      nothing="Nadie se llama así"
      fallback="Error al obtener usuarios"
      search={search => userList({ search }, 1)}
      choiceOf={choiceOf}
      chosen={data && id !== '' ? choiceOf(data) : unnamedChoice(id, error)}
      onChoose={user => {
        // The list includes admins, whose accounts the call for one account does not return.
        if (user) queryClient.setQueryData(oneUser(user._id).queryKey, user);
        onChoose(user?._id ?? '');
      }}
    />
  );
}
