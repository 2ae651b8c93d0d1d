import { NativeSelect, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  getTrust,
  HOLD_FIRST_MAX,
  TRUST_TEXT_MAX,
  type TrustTrial as Trial,
  type TrustSettings,
  type TrustTrialResult,
  trustSettings,
  tryTrust,
  updateTrust,
} from '@minga/contract/administration/trust';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { UnsavedChanges } from '../../../components/dialog/unsaved-changes.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { GrowingTextarea } from '../../../components/form/growing-textarea.tsx';
import { useFormDraft } from '../../../components/form/use-form-draft.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { MessageBox } from '../../../components/message-box.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { call } from '../../../lib/server/api.ts';
import { query } from '../../../lib/server/queries.ts';
import { content } from '../api.ts';
import { Loaded, useDashboardErrors, useReportedError } from '../errors.tsx';
import classes from '../tabs.module.css';

const trustQuery = {
  ...query(getTrust),
  ...content,
  // The form begins with what is stored now, and does not change while it is open.
  gcTime: 0,
  refetchOnWindowFocus: false,
};

/** 'Confianza': what is held for review, and the mail domains that may not sign up. `userId` is the superadmin, whose draft the form stores. */
export function TrustTab({ userId }: { userId: string }) {
  return (
    <Loaded
      query={useQuery(trustQuery)}
      fallback="Error al traer las listas"
      errorText="No pudimos traer las listas."
      loading={<TrustSkeleton />}
    >
      {settings => <TrustForm draftName={`trust.${userId}`} settings={settings} />}
    </Loaded>
  );
}

const TrustSkeleton = () => (
  <>
    <LoadingStatus text="Cargando las listas..." isHidden />
    <div className={classes.fields} aria-hidden="true">
      <Skeleton height={260} />
      <Skeleton height={260} />
      <Skeleton height={260} />
      <Skeleton height={120} />
    </div>
  </>
);

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

interface TrustFormProps {
  /** The name under which unsaved lists survive the end of the session. */
  readonly draftName: string;
  /** As they were when the form was opened, or last saved. */
  readonly settings: TrustSettings;
}

function TrustForm({ draftName, settings }: TrustFormProps) {
  const update = useMutation({ mutationFn: (body: TrustSettings) => call(updateTrust, { body }) });
  const { report, dismiss } = useDashboardErrors();
  const { message, show, clear } = useTimedMessage();
  const [stored, setStored] = useState(settings);
  const form = useSchemaForm(trustDraft, toTrustDraft(settings));
  const { restored } = useFormDraft(form, { name: draftName, schema: typedLists });
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
      <h2 id="confianza" className={`title ${classes.formTitle}`}>
        Confianza
      </h2>
      <p className={`soft ${classes.lead}`}>
        Aquí decides qué se retiene para revisar. Lo que se retiene solo lo ven quien lo publicó y quienes
        administran, hasta que alguien lo apruebe.
      </p>
      <form noValidate aria-labelledby="confianza" onSubmit={form.handleSubmit(save)}>
        <div className="stack">
          <MessageBox kind="info" message={restored} />
          {/* Changes made while saving would be lost. */}
          <div className={classes.fields} inert={update.isPending}>
            {lists.map(({ name, ...texts }) => (
              <GrowingTextarea
                key={name}
                {...texts}
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
        </div>
        <div className={`stack ${classes.save}`}>
          {changes !== '' && <p className="soft">{`Sin guardar: ${changes}.`}</p>}
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

const trustLists = ['heldWords', 'heldDomains', 'refusedMailDomains'] as const;

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** 'https://www.ejemplo.com/camino' and '@ejemplo.com' are pasted for 'ejemplo.com'. */
const domainOf = (line: string): string =>
  line.replace(/^(https?:\/\/)?(www\.)?@?/i, '').replace(/\/.*$/, '');

const domainsOf = (typed: string): string[] => linesOf(typed).map(domainOf);

const { shape } = trustSettings;

/** The lists as the form has them: one entry a line. */
export const trustDraft = z.object({
  heldWords: z.pipe(z.transform(linesOf), shape.heldWords),
  heldDomains: z.pipe(z.transform(domainsOf), shape.heldDomains),
  refusedMailDomains: z.pipe(z.transform(domainsOf), shape.refusedMailDomains),
  holdFirst: z.pipe(
    z.transform((typed: string) => Number(typed)),
    shape.holdFirst,
  ),
});
type TrustDraft = z.input<typeof trustDraft>;

/** The same before it is read, and possibly wrong. */
const typedLists = z.object({
  heldWords: z.string(),
  heldDomains: z.string(),
  refusedMailDomains: z.string(),
  holdFirst: z.string(),
});

export const toTrustDraft = (settings: TrustSettings): TrustDraft => ({
  heldWords: settings.heldWords.join('\n'),
  heldDomains: settings.heldDomains.join('\n'),
  refusedMailDomains: settings.refusedMailDomains.join('\n'),
  holdFirst: String(settings.holdFirst),
});

const nouns = {
  heldWords: ['palabra', 'palabras'],
  heldDomains: ['página', 'páginas'],
  refusedMailDomains: ['correo', 'correos'],
} as const;

/** The changes that saving makes: '2 palabras más, 1 página menos'; empty: nothing. */
export function changesText(before: TrustSettings, after: TrustSettings): string {
  const parts = trustLists.flatMap(name => {
    const count = (entries: readonly string[], others: readonly string[]) =>
      entries.filter(entry => !others.includes(entry)).length;
    const counted = (number: number, word: string) =>
      number === 0 ? [] : [`${number} ${nouns[name][number === 1 ? 0 : 1]} ${word}`];
    return [
      ...counted(count(after[name], before[name]), 'más'),
      ...counted(count(before[name], after[name]), 'menos'),
    ];
  });
  if (after.holdFirst !== before.holdFirst) parts.push('las primeras publicaciones');
  return parts.join(', ');
}

const DEBOUNCE_MS = 400;

/** The entries of these lists that would hold a text; null: nothing to try. */
const trialQuery = (trial: Trial | null) => ({
  ...query(tryTrust, { body: trial ?? { text: '' } }),
  ...content,
  enabled: trial !== null,
  placeholderData: keepPreviousData,
  gcTime: 0,
});

interface Props {
  /** As the form has them, not saved yet; undefined: not valid. */
  lists: TrustSettings | undefined;
}

/** Tells what of a typed text the lists would hold, by the server's own rule. */
function TrustTrial({ lists }: Props) {
  const [text, setText] = useState('');
  const isReady = lists !== undefined && text.trim() !== '';
  const typed = isReady ? JSON.stringify({ ...lists, text }) : null;
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { holdFirst: _, ...trial } = settled === null ? { holdFirst: 0 } : JSON.parse(settled);
  const { data, error, isFetching } = useQuery(trialQuery(settled === null ? null : trial));
  useReportedError(error, 'Error al probar el texto');
  return (
    <section className={classes.trial} aria-labelledby="probar">
      <h3 id="probar" className={classes.subheading}>
        Probar un texto
      </h3>
      <GrowingTextarea
        label="Texto de prueba"
        description="Escribe o pega una publicación, una página o un correo. Se prueba con las listas de arriba, aunque no las hayas guardado."
        minRows={3}
        maxRows={12}
        maxLength={TRUST_TEXT_MAX}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <div className={classes.result} role="status">
        {text.trim() !== '' && lists === undefined && <p>Para probar, primero corrige las listas.</p>}
        {isReady && (isFetching || typed !== settled) && <p>Probando…</p>}
        {isReady && !isFetching && typed === settled && data !== undefined && <Result result={data} />}
      </div>
    </section>
  );
}

function Result({ result: { words, domains, mailDomains } }: { result: TrustTrialResult }) {
  const sentences = [
    words.length > 0 && `Se retiene por lo que dice: ${quoted(words)}.`,
    domains.length > 0 && `Se retiene por las páginas que nombra: ${quoted(domains)}.`,
    mailDomains.length > 0 && `No se puede crear una cuenta con estos correos: ${quoted(mailDomains)}.`,
  ].filter(sentence => sentence !== false);
  if (sentences.length === 0) return <p>Nada de este texto se retiene.</p>;
  return (
    <ul className={`strong ${classes.held}`}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const quoted = (terms: readonly string[]): string => terms.map(term => `«${term}»`).join(', ');
