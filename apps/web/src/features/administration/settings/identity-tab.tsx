import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IMAGE_TYPE_MESSAGE, IMAGE_TYPES } from '@minga/contract/images';
import {
  DEFAULT_SITE,
  getSite,
  LOGO_BYTES_MAX,
  SITE_NAME_MAX,
  SITE_PLACE_MAX,
  SITE_TAGLINE_MAX,
  type Site,
  type SiteChange,
  updateSite,
} from '@minga/contract/site';
import { type Scheme, shadesOf } from '@minga/contract/site-colour';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { UnsavedChanges } from '../../../components/dialog/unsaved-changes.tsx';
import { useLazyDialog } from '../../../components/dialog/use-lazy-dialog.ts';
import { ImagePicker } from '../../../components/form/image-picker.tsx';
import { MessageBox } from '../../../components/message-box.tsx';
import { LoadingStatus } from '../../../components/page/loading-status.tsx';
import { useTimedMessage } from '../../../components/use-timed-message.ts';
import { errorSentences, errorText } from '../../../lib/errors/error-sentences.ts';
import { imageError } from '../../../lib/errors/image-error.ts';
import { call } from '../../../lib/server/api.ts';
import { query } from '../../../lib/server/queries.ts';
import { content } from '../api.ts';
import { Loaded } from '../errors.tsx';
import tabClasses from '../tabs.module.css';
import classes from './identity-tab.module.css';

const identity = { ...query(getSite), ...content, refetchOnWindowFocus: false };

/** Stores a change, and then a new logo: a form with a file cannot contain null. */
function useUpdateSite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ change, logo }: { change: SiteChange; logo: File | null }) => {
      const changed = await call(updateSite, { body: change });
      return logo === null ? changed : call(updateSite, { body: {}, file: logo });
    },
    onSuccess: site => queryClient.setQueryData(identity.queryKey, site),
  });
}

/** 'Identidad del sitio' (docs/rules.md R25.1): name, place, tagline, colour and logo, with the result in both schemes. */
export function IdentityTab() {
  return (
    <Loaded
      query={useQuery(identity)}
      fallback="Error al traer la identidad del sitio"
      errorText="No pudimos traer la identidad del sitio."
      loading={<LoadingStatus text="Trayendo la identidad del sitio…" />}
    >
      {site => <IdentityForm key={JSON.stringify(site)} site={site} />}
    </Loaded>
  );
}

type Fields = Pick<Site, 'name' | 'place' | 'tagline' | 'colour'>;
type Logo = File | 'current' | null;

const NAMES = ['name', 'place', 'tagline', 'colour'] as const;
const RESET = { name: null, place: null, tagline: null, colour: null, logo: null };
const COLOUR = /^#[\da-f]{6}$/i;

/** The fields that a user changed. An empty name, place or colour restores the default; an empty tagline shows none. */
function changeOf(site: Site, fields: Fields, logo: Logo): SiteChange {
  const changed = NAMES.filter(name => fields[name] !== site[name]).map(name => [
    name,
    fields[name] === '' && name !== 'tagline' ? null : fields[name],
  ]);
  return { ...Object.fromEntries(changed), ...(logo === null && site.logoUrl !== null && { logo: null }) };
}

const logoError = (file: File): string | null =>
  file.size > LOGO_BYTES_MAX ? 'El logo pesa demasiado: elige una imagen de máximo 1 MB.' : imageError(file);

/** Starts again with each stored identity. */
function IdentityForm({ site }: { site: Site }) {
  const [fields, setFields] = useState<Fields>(site);
  const [logo, setLogo] = useState<Logo>(site.logoUrl === null ? null : 'current');
  const update = useUpdateSite();
  const error = useTimedMessage();
  const resetDialog = useLazyDialog();
  // A reload begins before the next rendering.
  const isSaved = useRef(false);
  const change = changeOf(site, fields, logo);
  const file = logo instanceof File ? logo : null;
  const isChanged = Object.keys(change).length > 0 || file !== null;
  const set = (name: keyof Fields) => (value: string) => setFields(now => ({ ...now, [name]: value }));

  function reload(): void {
    isSaved.current = true;
    location.reload();
  }
  function save(event: FormEvent) {
    event.preventDefault();
    update.mutate(
      { change, logo: file },
      {
        // The name and the colour are parts of the document.
        onSuccess: reload,
        onError: cause => error.show(errorSentences(cause, 'No pudimos guardar la identidad del sitio')),
      },
    );
  }
  async function reset(): Promise<string | undefined> {
    try {
      await update.mutateAsync({ change: RESET, logo: null });
      reload();
    } catch (cause) {
      return errorText(cause, 'No pudimos volver a lo predeterminado');
    }
  }

  return (
    <form onSubmit={save} noValidate aria-label="Identidad del sitio" className={tabClasses.section}>
      <UnsavedChanges isUnsaved={() => isChanged && !isSaved.current} />
      <Stack gap="md">
        <h2 className={`title ${tabClasses.heading}`}>Identidad del sitio</h2>
        <Text c="dimmed">
          Así se llama este sitio en sus páginas, correos, afiches, constancias y calendarios.
        </Text>
        <MessageBox kind="error" message={error.message} />
        <TextInput
          label="Nombre"
          description={`Vacío vuelve a ser el predeterminado. Hasta ${SITE_NAME_MAX} caracteres.`}
          maxLength={SITE_NAME_MAX}
          value={fields.name}
          onChange={({ currentTarget }) => set('name')(currentTarget.value)}
        />
        <TextInput
          label="Lugar"
          description="La ciudad, el barrio o la vereda de donde es tu comunidad."
          maxLength={SITE_PLACE_MAX}
          value={fields.place}
          onChange={({ currentTarget }) => set('place')(currentTarget.value)}
        />
        <TextInput
          label="Lema"
          description="Se lee en la portada y al final de los correos. Vacío: ninguno."
          maxLength={SITE_TAGLINE_MAX}
          value={fields.tagline}
          onChange={({ currentTarget }) => set('tagline')(currentTarget.value)}
        />
        <ColourField value={fields.colour} onChange={set('colour')} />
        <div className={classes.samples}>
          <Sample scheme="light" fields={fields} />
          <Sample scheme="dark" fields={fields} />
        </div>
        <ImagePicker
          label="Logo (opcional)"
          hint="JPG, PNG, GIF, WebP o AVIF, hasta 1 MB"
          types={IMAGE_TYPES}
          value={logo}
          currentUrl={site.logoUrl}
          onChange={setLogo}
          validate={logoError}
          unreadable={IMAGE_TYPE_MESSAGE}
        />
        <Group gap="sm">
          <BusyButton
            type="submit"
            size="lg"
            isBusy={update.isPending}
            busyLabel="Guardando…"
            disabled={!isChanged}
          >
            Guardar
          </BusyButton>
          {(site.isConfigured || site.colour !== DEFAULT_SITE.colour || site.logoUrl !== null) && (
            <Button variant="default" size="lg" onClick={resetDialog.open}>
              Volver a lo predeterminado
            </Button>
          )}
        </Group>
      </Stack>
      <ConfirmDialog
        isOpen={resetDialog.isOpen}
        title="¿Volver a lo predeterminado?"
        confirmLabel="Volver a lo predeterminado"
        onConfirm={reset}
        onCancel={resetDialog.close}
      >
        Se borran el nombre, el lugar, el lema, el color y el logo que pusiste aquí.
      </ConfirmDialog>
    </form>
  );
}

interface ColourFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A colour as text, and the picker of the browser. */
const ColourField = ({ value, onChange }: ColourFieldProps) => (
  <TextInput
    label="Color"
    description="Botones, enlaces y dibujos. Si no se lee bien, lo aclaramos u oscurecemos."
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value.trim().toLowerCase())}
    leftSection={
      <input
        type="color"
        aria-label="Elegir el color"
        className={classes.picker}
        value={COLOUR.test(value) ? value : DEFAULT_SITE.colour}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    }
    leftSectionWidth="3.5rem"
    size="lg"
  />
);

const grounds = {
  light: { name: 'De día', ground: '#fbf8f2', ink: '#1d2a26' },
  dark: { name: 'De noche', ground: '#121c19', ink: '#f3eee3' },
} as const;

/** Shows the name and the colour in a scheme. */
function Sample({ scheme, fields: { name, colour } }: { scheme: Scheme; fields: Fields }) {
  const { ground, ink, name: title } = grounds[scheme];
  const shades = shadesOf(COLOUR.test(colour) ? colour : DEFAULT_SITE.colour, scheme);
  return (
    <figure className={classes.sample} style={{ background: ground, color: ink }}>
      <figcaption className="small">{title}</figcaption>
      <p className={classes.name}>{name || DEFAULT_SITE.name}</p>
      <p className={classes.button} style={{ background: shades.base, color: shades.contrast }}>
        Confirmar que voy
      </p>
      <p className={classes.pale} style={{ background: shades.soft, color: shades.text }}>
        Ver la agenda
      </p>
    </figure>
  );
}
