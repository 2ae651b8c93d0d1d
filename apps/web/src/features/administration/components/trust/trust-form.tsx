import { NativeSelect, Textarea } from '@mantine/core';
import { HOLD_FIRST_MAX, type TrustSettings } from '@minga/contract/administration/trust';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../../components/busy-button.tsx';
import { fieldProps } from '../../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../../components/message-box.tsx';
import { UnsavedChanges } from '../../../../components/unsaved-changes.tsx';
import { useTimedMessage } from '../../../../components/use-timed-message.ts';
import { useUpdateTrust } from '../../api/update-trust.ts';
import { useDashboardErrors } from '../../dashboard-errors.tsx';
import { changesText, type TrustDraft, toTrustDraft, trustDraft } from '../../trust-draft.ts';
import classes from './trust-form.module.css';
import { TrustTrial } from './trust-trial.tsx';

const FALLBACK = 'Error al guardar las listas';

const lists = [
  {
    name: 'heldWords',
    label: 'Palabras que se revisan',
    description:
      'Una palabra o frase por renglón. Las mayúsculas y las tildes no importan. «rifa» no encuentra «rifas»: escribe las dos.',
  },
  {
    name: 'heldDomains',
    label: 'Páginas que se revisan',
    description: 'Una por renglón, como ejemplo.com. Incluye las que terminan así, como tienda.ejemplo.com.',
  },
  {
    name: 'refusedMailDomains',
    label: 'Correos que no se aceptan',
    description:
      'Lo que va después de la @, uno por renglón. Con esos correos nadie puede crear una cuenta: no les llega el enlace. Las cuentas que ya existen siguen igual.',
  },
] as const;

const firsts = Array.from({ length: HOLD_FIRST_MAX + 1 }, (_, count) => ({
  value: String(count),
  label: count === 0 ? 'Ninguna' : count === 1 ? 'La primera' : `Las ${count} primeras`,
}));

/** The lists as they were when the form was opened, or last saved. */
export function TrustForm({ settings }: { settings: TrustSettings }) {
  const update = useUpdateTrust();
  const { report, dismiss } = useDashboardErrors();
  const { message, show, clear } = useTimedMessage();
  const [stored, setStored] = useState(settings);
  const form = useSchemaForm(trustDraft, toTrustDraft(settings));
  const draft = useWatch({ control: form.control }) as TrustDraft;
  const written = z.safeParse(trustDraft, draft).data;
  const changes = written === undefined ? '' : changesText(stored, written);
  const isUnsaved = written === undefined || changes !== '';

  async function save(edited: TrustSettings) {
    dismiss(FALLBACK);
    clear();
    try {
      const saved = await update.mutateAsync(edited);
      setStored(saved);
      form.reset(toTrustDraft(saved));
      show('Listo: guardamos los cambios. Valen para lo que se publique desde ahora.');
    } catch (error) {
      report(error, FALLBACK);
    }
  }

  return (
    <section className={classes.section} aria-labelledby="confianza">
      <UnsavedChanges isUnsaved={() => isUnsaved} />
      <h2 id="confianza" className={classes.heading}>
        Confianza
      </h2>
      <p className={classes.lead}>
        Aquí decides qué se retiene para revisar. Lo que se retiene solo lo ven quien lo publicó y quienes
        administran, hasta que alguien lo apruebe.
      </p>
      <form noValidate aria-labelledby="confianza" onSubmit={form.handleSubmit(save)}>
        {/* Changes made while saving would be lost. */}
        <div className={classes.fields} inert={update.isPending}>
          {lists.map(({ name, ...texts }) => (
            <Textarea
              key={name}
              {...texts}
              autosize
              minRows={6}
              maxRows={14}
              spellCheck={false}
              autoCapitalize="none"
              {...fieldProps(form, name)}
            />
          ))}
          <NativeSelect
            size="md"
            label="Primeras publicaciones en revisión"
            description="Cuántas actividades de cada cuenta nueva esperan a que las aprueben. Una serie cuenta como una; las de quienes administran no esperan."
            data={firsts}
            {...fieldProps(form, 'holdFirst')}
          />
        </div>
        <div className={classes.save}>
          {changes !== '' && <p className={classes.changes}>{`Sin guardar: ${changes}.`}</p>}
          <MessageBox kind="success" message={message} />
          <BusyButton type="submit" size="lg" isBusy={update.isPending} busyLabel="Guardando…">
            Guardar
          </BusyButton>
        </div>
      </form>
      <TrustTrial lists={written} />
    </section>
  );
}
