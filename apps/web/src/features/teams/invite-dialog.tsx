import { Modal, Stack, TextInput } from '@mantine/core';
import { INVITATION_DAYS, type NewInvitation, newInvitation } from '@minga/contract/teams';
import { type FormEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { DialogButtons } from '../../components/dialog/dialog-buttons.tsx';
import { DialogError } from '../../components/dialog/dialog-error.tsx';
import { WithEmailSuggestion } from '../../components/form/email-suggestion.tsx';
import { fieldProps } from '../../components/form/field-props.ts';
import { useSchemaForm } from '../../components/form/use-schema-form.ts';
import { ApiError } from '../../lib/server/api.ts';
import { type Team, useInvite } from './api.ts';
import { rolesOf, roleText, teamError } from './model.ts';
import choiceCardsClasses from './teams.module.css';

interface Props {
  team: Team;
  isOpen: boolean;
  onClose: () => void;
  /** Called with the address. */
  onSent: (email: string) => void;
}

export const InviteDialog = ({ isOpen, ...form }: Props) => (
  <Modal opened={isOpen} onClose={form.onClose} title="Invitar a alguien">
    <InviteForm {...form} />
  </Modal>
);

function InviteForm({ team, onClose, onSent }: Omit<Props, 'isOpen'>) {
  const form = useSchemaForm(newInvitation, { email: '', role: 'organizer' });
  const role = useWatch({ control: form.control, name: 'role' });
  const invite = useInvite(team);
  const [failure, setFailure] = useState<string | null>(null);

  async function send(invitation: NewInvitation) {
    setFailure(null);
    try {
      await invite.mutateAsync(invitation);
    } catch (error) {
      const sentence = teamError(error, 'Error al enviar la invitación').join(' ');
      if (error instanceof ApiError && error.status === 400) {
        form.setError('email', { message: sentence }, { shouldFocus: true });
      } else setFailure(sentence);
      return;
    }
    onClose();
    onSent(invitation.email);
  }

  const submit = form.handleSubmit(send);
  return (
    <form
      noValidate
      aria-label="Invitación"
      // In React's tree the dialog may be inside the form of the activity, which this must not submit.
      onSubmit={(event: FormEvent) => {
        event.stopPropagation();
        void submit(event);
      }}
    >
      <Stack gap="md">
        <WithEmailSuggestion form={form} email={form.watch('email')}>
          <TextInput
            label="Correo electrónico"
            type="email"
            inputMode="email"
            autoComplete="off"
            data-autofocus
            {...fieldProps(form, 'email')}
          />
        </WithEmailSuggestion>
        <ChoiceCards
          legend="Qué podrá hacer"
          options={rolesOf(team.kind).map(value => {
            const { name, duties } = roleText(value);
            return { value, label: name, description: duties };
          })}
          value={role}
          onChange={value => form.setValue('role', value)}
        />
        <p>{`Le llega un correo con un enlace que sirve ${INVITATION_DAYS} días. Si no tiene cuenta, la crea con esa misma dirección.`}</p>
        <DialogError text={failure} />
        <div className={choiceCardsClasses.buttons}>
          <DialogButtons onCancel={onClose} isBusy={invite.isPending} busyLabel="Enviando…">
            Enviar invitación
          </DialogButtons>
        </div>
      </Stack>
    </form>
  );
}

interface ChoiceCardsProps<Value extends string> {
  legend: string;
  options: readonly { readonly value: Value; readonly label: string; readonly description: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few options, each with its explanation. */
function ChoiceCards<Value extends string>({ legend, options, value, onChange }: ChoiceCardsProps<Value>) {
  const id = useId();
  return (
    <fieldset className="stack gap-s">
      <legend className={choiceCardsClasses.legend}>{legend}</legend>
      {options.map(option => (
        <label key={option.value} className={`card ${choiceCardsClasses.choice}`}>
          <input
            type="radio"
            name={id}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-describedby={`${id}-${option.value}`}
          />
          <span>
            <span className={choiceCardsClasses.cardName}>{option.label}</span>
            <span id={`${id}-${option.value}`} className={`soft small ${choiceCardsClasses.description}`}>
              {option.description}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
