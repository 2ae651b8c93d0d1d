import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CalendarLeaf } from '../../components/brand/calendar-leaf.tsx';
import { Drawing, type DrawingName } from '../../components/brand/drawing.tsx';
import { Logo } from '../../components/brand/logo.tsx';
import { Weave } from '../../components/brand/weave.tsx';
import { WeaveBorder } from '../../components/brand/weave-border.tsx';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { MessageBox } from '../../components/message-box.tsx';
import { CardSkeletons } from '../../components/page/card-skeleton.tsx';
import { EmptyState } from '../../components/page/empty-state.tsx';
import { ErrorPanel } from '../../components/page/error-panel.tsx';
import { LoadingStatus } from '../../components/page/loading-status.tsx';
import { Page } from '../../components/page/page.tsx';
import { PageHeading } from '../../components/page/page-heading.tsx';
import { longDate } from '../../lib/dates/dates.ts';
import { toastError, toastSuccess } from '../../lib/toasts.ts';

const DATE = '2026-12-05T14:00:00.000Z';
const colors = ['forest', 'maize', 'clay', 'sky', 'purple'] as const;
const variants = ['filled', 'light', 'outline', 'subtle'] as const;
const names: readonly DrawingName[] = ['seedling', 'search', 'path', 'storm', 'letter', 'people'];
const two = { sentences: ['El título es requerido', 'La fecha es requerida'], isVisible: true };
const one = { sentences: ['Correo o contraseña incorrectos'], isVisible: true };

/** React.lazy requires a default export. */
export default function GalleryPage() {
  return (
    <Page width="wide">
      <PageHeading title="Galería" lead="Las piezas sin dominio, en todos sus estados." />
      <Part title="Marca y tejido">
        <Logo />
        <WeaveBorder motif="people" />
        <WeaveBorder motif="zigzag" />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          {Array.from({ length: 9 }, (_, index) => `tejido-${index}`).map(seed => (
            <div key={seed} style={{ aspectRatio: '16 / 9' }}>
              <Weave seed={seed} label="No hay imagen" />
            </div>
          ))}
        </SimpleGrid>
      </Part>
      <Part title="Botones">
        {variants.map(variant => (
          <Group key={variant}>
            {colors.map(color => (
              <Button key={color} color={color} variant={variant}>
                {`${color} ${variant}`}
              </Button>
            ))}
          </Group>
        ))}
        <Group>
          <Button variant="default">default</Button>
          <Button disabled>disabled</Button>
          <Button onClick={() => toastError('Error al guardar la actividad. Por favor intenta de nuevo.')}>
            Aviso de error
          </Button>
          <Button onClick={() => toastSuccess('Asistencia confirmada correctamente!')}>Aviso de éxito</Button>
          <GalleryDialog />
        </Group>
      </Part>
      <Part title="Campos y mensajes">
        <TextInput label="Correo electrónico" description="Con ayuda" placeholder="tu@correo.co" />
        <TextInput label="Con error" error="Ingresa un correo electrónico válido" defaultValue="nada" />
        <TextInput label="Correcto" success="Email válido" defaultValue="maria@example.org" />
        <PasswordField label="Contraseña" />
        <MessageBox kind="error" message={two} />
        <MessageBox kind="error" message={one} />
        <MessageBox
          kind="success"
          message={{ sentences: ['Email de verificación reenviado'], isVisible: true }}
        />
        <MessageBox
          kind="info"
          message={{ sentences: ['La actividad empieza en una hora'], isVisible: true }}
        />
      </Part>
      <Part title="Fecha">
        <Group wrap="nowrap">
          <CalendarLeaf date={DATE} />
          <span>{longDate(DATE)}</span>
        </Group>
      </Part>
      <Part title="Esperas, vacíos y fallas">
        <LoadingStatus text="Cargando…" />
        <CardSkeletons text="Cargando actividades..." count={3} />
        <Group>
          {names.map(name => (
            <Drawing key={name} name={name} />
          ))}
        </Group>
        <EmptyState drawing="seedling" title="Aún no hay nada" text="Siembra la primera." order={3} />
        <ErrorPanel error={new Error('galería')} retry={() => toastSuccess('Otra vez')} />
      </Part>
    </Page>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2>{title}</h2>
    <Stack>{children}</Stack>
  </section>
);

function GalleryDialog() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button color="clay" onClick={() => setOpen(true)}>
        Preguntar
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title="¿Cancelar asistencia?"
        confirmLabel="Sí, cancelar"
        cancelLabel="No"
        onConfirm={() => setOpen(false)}
        onCancel={() => setOpen(false)}
      >
        Quien organiza sabrá que no vas.
      </ConfirmDialog>
    </>
  );
}
