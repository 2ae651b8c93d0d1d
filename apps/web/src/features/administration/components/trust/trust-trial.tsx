import { Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  TRUST_TEXT_MAX,
  type TrustSettings,
  type TrustTrialResult,
} from '@minga/contract/administration/trust';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { trustTrialQuery } from '../../api/try-trust.ts';
import { useReportedError } from '../../dashboard-errors.tsx';
import classes from './trust-form.module.css';

const DEBOUNCE_MS = 400;

interface Props {
  /** As the form has them, not saved yet; undefined: not valid. */
  lists: TrustSettings | undefined;
}

/** Tells what of a typed text the lists would hold, by the server's own rule. */
export function TrustTrial({ lists }: Props) {
  const [text, setText] = useState('');
  const isReady = lists !== undefined && text.trim() !== '';
  const typed = isReady ? JSON.stringify({ ...lists, text }) : null;
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const { holdFirst: _, ...trial } = settled === null ? { holdFirst: 0 } : JSON.parse(settled);
  const { data, error, isFetching } = useQuery(trustTrialQuery(settled === null ? null : trial));
  useReportedError(error, 'Error al probar el texto');
  return (
    <section className={classes.trial} aria-labelledby="probar">
      <h3 id="probar" className={classes.subheading}>
        Probar un texto
      </h3>
      <Textarea
        label="Texto de prueba"
        description="Escribe o pega una publicación, una página o un correo. Se prueba con las listas de arriba, aunque no las hayas guardado."
        autosize
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
    <ul className={classes.held}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

const quoted = (terms: readonly string[]): string => terms.map(term => `«${term}»`).join(', ');
