import { Button, Skeleton } from '@mantine/core';
import type { ApiToken, CreatedApiToken } from '@minga/contract/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ErrorPanel } from '../../../../components/error-panel.tsx';
import { LoadingStatus } from '../../../../components/loading-status.tsx';
import { OutcomeMessages } from '../../../../components/outcome-messages.tsx';
import { SecretOnce } from '../../../../components/secret-once.tsx';
import { useFocusRecovery } from '../../../../components/use-focus-recovery.ts';
import { apiTokensQuery } from '../../api/api-tokens.ts';
import { useAccountOutcome } from '../profile/use-account-outcome.ts';
import { TokenForm } from './token-form.tsx';
import { TokenRow } from './token-row.tsx';
import classes from './tokens-panel.module.css';

/** The tokens, the form for another one, and a new token as long as it is shown. */
export function TokensPanel() {
  const { data, error, refetch } = useQuery(apiTokensQuery);
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  const outcome = useAccountOutcome();
  const title = useRef<HTMLHeadingElement>(null);

  function done() {
    setCreated(null);
    title.current?.focus();
  }

  if (data === undefined && error) return <ErrorPanel error={error} retry={refetch} />;
  if (data === undefined) {
    return (
      <>
        <LoadingStatus text="Cargando tus tokens…" isHidden />
        <Skeleton height={92} />
      </>
    );
  }
  return (
    <>
      {created === null ? (
        <TokenForm onCreated={setCreated} />
      ) : (
        <SecretOnce title={`Tu token «${created.name}»`} value={created.token} onDone={done}>
          Guárdalo ahora en un lugar seguro: no lo volvemos a mostrar. Quien lo tenga actúa en tu nombre.
        </SecretOnce>
      )}
      <h3 ref={title} tabIndex={-1} className={classes.title}>
        Tus tokens
      </h3>
      <OutcomeMessages outcome={outcome} />
      <TokenList tokens={data} outcome={outcome} />
      <div>
        <Button component="a" variant="default" href="/api/docs/">
          Ver la referencia de la API
        </Button>
      </div>
    </>
  );
}

interface ListProps {
  tokens: readonly ApiToken[];
  outcome: ReturnType<typeof useAccountOutcome>;
}

function TokenList({ tokens, outcome }: ListProps) {
  const empty = useRef<HTMLParagraphElement>(null);
  const list = useFocusRecovery(empty);
  return (
    <div ref={list}>
      {tokens.length === 0 && (
        <p ref={empty} tabIndex={-1} className={classes.text}>
          No tienes tokens.
        </p>
      )}
      {tokens.length > 0 && (
        <ul className={classes.list}>
          {tokens.map(token => (
            <TokenRow key={token._id} token={token} outcome={outcome} />
          ))}
        </ul>
      )}
    </div>
  );
}
