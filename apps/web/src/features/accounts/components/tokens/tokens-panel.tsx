import { Button } from '@mantine/core';
import type { ApiToken, CreatedApiToken } from '@minga/contract/api-tokens';
import { useQuery } from '@tanstack/react-query';
import { SecretOnce } from '../../../../components/secret-once.tsx';
import { SecretsPanel } from '../../../../components/secrets-panel.tsx';
import { apiTokensQuery } from '../../api/api-tokens.ts';
import { TokenForm } from './token-form.tsx';
import { TokenRow } from './token-row.tsx';

/** The tokens, the form for another one, and a new token as long as it is shown. */
export const TokensPanel = () => (
  <SecretsPanel<ApiToken, CreatedApiToken>
    query={useQuery(apiTokensQuery)}
    loadingText="Cargando tus tokens…"
    title="Tus tokens"
    empty="No tienes tokens."
    renderForm={onCreated => <TokenForm onCreated={onCreated} />}
    renderSecret={({ name, token }, onDone) => (
      <SecretOnce title={`Tu token «${name}»`} value={token} onDone={onDone}>
        Guárdalo ahora en un lugar seguro: no lo volvemos a mostrar. Quien lo tenga actúa en tu nombre.
      </SecretOnce>
    )}
    renderItem={(token, outcome) => <TokenRow key={token._id} token={token} outcome={outcome} />}
  >
    <div>
      <Button component="a" variant="default" href="/api/docs/">
        Ver la referencia de la API
      </Button>
    </div>
  </SecretsPanel>
);
