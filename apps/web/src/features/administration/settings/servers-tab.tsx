import { Stack, TextInput } from '@mantine/core';
import { changePeer, listPeers, type Peer, peerHost } from '@minga/contract/federation';
import { IconCircleOff, IconPlugConnected } from '@tabler/icons-react';
import * as z from 'zod/mini';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { fieldProps } from '../../../components/form/field-props.ts';
import { useSchemaForm } from '../../../components/form/use-schema-form.ts';
import { HandleLine } from '../../../components/handle-line.tsx';
import { HelpLink } from '../../../components/help-link.tsx';
import { EmptyState } from '../../../components/page/empty-state.tsx';
import { shortDate } from '../../../lib/dates/dates.ts';
import { now } from '../../../lib/dates/now.ts';
import { timeAgo } from '../../../lib/dates/time-ago.ts';
import { digits } from '../../../lib/digits.ts';
import { call } from '../../../lib/server/api.ts';
import { siteHandle } from '../../../lib/site-handle.ts';
import panelClasses from '../panel.module.css';
import { type ListDescription, PanelList } from '../panel-list.tsx';
import { StatusTag } from '../panel-table.tsx';
import { type RowAction, type RowDialog, useRowActions } from '../row-actions.tsx';
import type { TabProps } from '../search.ts';
import classes from '../tabs.module.css';

/** 'Otros servidores' (docs/rules.md R27.2): which follow the site, and which of them get nothing. */
export function ServersTab(tab: TabProps) {
  const handle = siteHandle();
  return handle === null ? <NotFederating /> : <Servers tab={tab} handle={handle} />;
}

const NotFederating = () => (
  <EmptyState
    drawing="path"
    title="Este sitio no está conectado con otros servidores"
    text="Conectado, quienes usan Mastodon, Mobilizon o Gancio pueden seguir desde allá sus actividades públicas."
  >
    <p>
      Lo conecta quien mantiene el servidor, con el ajuste <code>FEDERATION=on</code>.
    </p>
    <HelpLink to="superadministrar#otros-servidores">Qué se comparte y qué no</HelpLink>
  </EmptyState>
);

function Servers({ tab, handle }: { tab: TabProps; handle: string }) {
  const actions = useRowActions();
  return (
    <>
      <section className={`stack gap-s ${classes.section}`} aria-labelledby="site-handle">
        <h2 id="site-handle" className={`title ${classes.heading}`}>
          Nuestra dirección
        </h2>
        <p className="soft">
          Está encendido: quien la busca en Mastodon, Mobilizon o Gancio puede seguir las actividades
          públicas.
        </p>
        <HandleLine handle={handle} />
        <HelpLink to="superadministrar#otros-servidores">Qué se comparte y qué no</HelpLink>
      </section>
      <PanelList of={peerList} tab={tab} actions={actions} />
      <div className={classes.reset}>
        <BlockForm open={actions.open} />
      </div>
    </>
  );
}

const peerList: ListDescription<typeof listPeers> = {
  endpoint: listPeers,
  nouns: ['servidor', 'servidores'],
  empty: {
    drawing: 'people',
    title: 'Todavía no sigue el sitio ningún servidor',
    text: 'Comparte la dirección: aquí verás desde dónde te siguen.',
  },
  idOf: ({ host }) => host,
  columns: [
    {
      name: 'Servidor',
      width: 'minmax(0, 1fr)',
      label: '',
      cell: ({ host }) => (
        <bdi className={panelClasses.title} tabIndex={-1} data-harmless>
          {host}
        </bdi>
      ),
    },
    { name: 'Nos siguen', width: '6rem', cell: ({ followers }) => digits(followers) },
    {
      name: 'Último envío',
      width: '10rem',
      cell: ({ lastSuccessAt }) => (lastSuccessAt === null ? 'Ninguno' : lastText(lastSuccessAt)),
    },
    {
      name: 'Estado',
      width: '7.5rem',
      cell: ({ isBlocked }) => (
        <StatusTag tone={isBlocked ? 'clay' : 'forest'}>{isBlocked ? 'Con bloqueo' : 'Activo'}</StatusTag>
      ),
    },
  ],
  buttons: { width: '10.5rem', about: ({ host }) => host, of: peer => [blockButton(peer)] },
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** 'hace 3 horas', 'jue, 26 nov 2026' */
const lastText = (moment: string): string =>
  now().getTime() - Date.parse(moment) < DAY_MS ? timeAgo(moment, now()) : shortDate(moment);

const blockButton = ({ host, isBlocked }: Peer): RowAction => ({
  key: 'block',
  label: isBlocked ? 'Desbloquear' : 'Bloquear',
  icon: isBlocked ? IconPlugConnected : IconCircleOff,
  tone: isBlocked ? 'forest' : 'clay',
  dialog: blockDialog(host, !isBlocked),
});

/** The dialog in which a server is blocked or unblocked. */
const blockDialog =
  (host: string, isBlocked: boolean, onDone?: () => void): RowDialog =>
  ({ isOpen, onClose, actions }) => (
    <ConfirmDialog
      isOpen={isOpen}
      title={`¿${isBlocked ? 'Bloquear' : 'Desbloquear'} ${host}?`}
      confirmLabel={isBlocked ? 'Bloquear' : 'Desbloquear'}
      color={isBlocked ? 'clay' : 'forest'}
      onConfirm={() => {
        onClose();
        void actions.run({
          id: host,
          call: () => call(changePeer, { params: { host }, body: { isBlocked } }),
          success: `${host}: ${isBlocked ? 'bloqueo puesto' : 'bloqueo quitado'}`,
          fallback: `Error al ${isBlocked ? 'bloquear' : 'desbloquear'} el servidor`,
          ...(onDone && { onDone }),
        });
      }}
      onCancel={onClose}
    >
      <p>{isBlocked ? BLOCKS : UNBLOCKS}</p>
    </ConfirmDialog>
  );

const BLOCKS =
  'No le enviamos nada más y rechazamos lo que mande. Lo que ya tiene de este sitio se queda allá. Puedes desbloquearlo cuando quieras.';
const UNBLOCKS =
  'Quienes siguen el sitio desde allá vuelven a recibir lo que se publique o cambie de ahora en adelante.';

/** The host in what people paste: the address of a page, or of an account such as '@ana@mastodon.social'. */
const typedHost = (text: string): string =>
  text
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[#/?].*$/, '')
    .replace(/^.*@/, '');

const blockForm = z.object({ host: z.pipe(z.pipe(z.string(), z.transform(typedHost)), peerHost) });

/** Blocks a server by its name, also one that does not follow the site. */
function BlockForm({ open }: { open: (dialog: RowDialog) => void }) {
  const form = useSchemaForm(blockForm, { host: '' });
  const submit = form.handleSubmit(({ host }) => open(blockDialog(host, true, () => form.reset())));
  return (
    <section className={classes.narrow} aria-labelledby="block-server">
      <h2 id="block-server" className={`title ${classes.formTitle}`}>
        Bloquear un servidor
      </h2>
      <form noValidate onSubmit={submit} aria-labelledby="block-server">
        <Stack gap="md">
          <TextInput
            label="Nombre del servidor"
            description="También uno que todavía no sigue el sitio."
            placeholder="mastodon.social"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...fieldProps(form, 'host')}
          />
          <div>
            <BusyButton
              type="submit"
              variant="default"
              isBusy={form.formState.isSubmitting}
              busyLabel="Bloquear"
            >
              Bloquear
            </BusyButton>
          </div>
        </Stack>
      </form>
    </section>
  );
}
