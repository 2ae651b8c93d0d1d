import { Button, Stack } from '@mantine/core';
import { getSetup, type Setup, type SetupStep, sendTestMail } from '@minga/contract/administration/setup';
import { failureSentence } from '@minga/contract/failure-sentences';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { errorText } from '../../../lib/errors/error-sentences.ts';
import { hasMapGround } from '../../../lib/map-ground.ts';
import { call } from '../../../lib/server/api.ts';
import { query } from '../../../lib/server/queries.ts';
import { safeLocalStorage } from '../../../lib/storage/safe-storage.ts';
import { toastError, toastSuccess } from '../../../lib/toasts.ts';
import { content } from '../api.ts';
import { ListLink } from '../panel-list.tsx';
import tabClasses from '../tabs.module.css';
import { GroundCommand } from './ground-command.tsx';
import classes from './setup-list.module.css';

const state = { ...query(getSetup), ...content };
const DISMISSED = 'minga:setup-dismissed';

/** The interval at which a test e-mail that has neither gone out nor failed is checked. */
const MAIL_POLL_MS = 1_000;
const isUnderWay = (mail: Setup['testMail'] | undefined) => mail?.failure === null && mail.sentAt === null;

/** 'Puesta en marcha' (docs/rules.md R25.3): what a new site needs, until all of it is done or the list is dismissed on this device. */
export function SetupList() {
  const { data: setup } = useQuery({
    ...state,
    refetchInterval: ({ state: { data } }) => (isUnderWay(data?.testMail) ? MAIL_POLL_MS : false),
  });
  const [isDismissed, setDismissed] = useState(() => safeLocalStorage.get(DISMISSED) === 'si');
  const headingId = useId();
  if (setup === undefined || isDismissed) return null;
  const steps = [...setup.steps, { step: 'map' as const, isDone: hasMapGround() }];
  const left = steps.filter(({ isDone }) => !isDone).length;
  if (left === 0) return null;
  return (
    <section aria-labelledby={headingId} className={tabClasses.list}>
      <h2 id={headingId} className={`title ${tabClasses.waiting}`}>
        {`Puesta en marcha: ${left === 1 ? 'falta un paso' : `faltan ${left} pasos`}`}
      </h2>
      <Stack gap="md">
        <ol className={classes.steps}>
          {steps.map(({ step, isDone }) => (
            <Step key={step} step={step} isDone={isDone} setup={setup} />
          ))}
        </ol>
        <div>
          <Button
            variant="subtle"
            onClick={() => {
              safeLocalStorage.set(DISMISSED, 'si');
              setDismissed(true);
            }}
          >
            No mostrar más
          </Button>
        </div>
      </Stack>
    </section>
  );
}

interface StepText {
  readonly title: string;
  /** How it is done, unless the link says it. */
  readonly how?: string;
  readonly link?: ReactNode;
}

const texts: Record<SetupStep | 'map', StepText> = {
  account: {
    title: 'Tu propia cuenta',
    how: 'Pon tu correo y una contraseña que solo tú conozcas.',
    link: (
      <Link to="/profile" className="target link">
        Ir a mi perfil
      </Link>
    ),
  },
  address: { title: 'Dirección pública', how: 'Quien mantiene el servidor pone PUBLIC_URL, con https.' },
  identity: {
    title: 'Nombre y lugar',
    how: 'Los que se leen en las páginas, los correos y los afiches.',
    link: <ListLink search={{ tab: 'sitio' }}>Ponerlos en Sitio</ListLink>,
  },
  contact: {
    title: 'Contacto',
    how: 'Quien mantiene el servidor pone CONTACT_EMAIL o CONTACT_PHONE.',
  },
  mail: { title: 'Correos', how: 'Envíate uno de prueba.' },
  legal: {
    title: 'Política de datos',
    how: 'Léela y agrega el nombre y la dirección de quien responde, o úsala como está.',
    link: <ListLink search={{ tab: 'textos' }}>Abrir los textos legales</ListLink>,
  },
  administrator: {
    title: 'Primera persona que administra',
    how: 'Revisa lo que se publica y atiende los reportes.',
    link: <ListLink search={{ tab: 'crear' }}>Crear su cuenta</ListLink>,
  },
  backup: {
    title: 'Copia de seguridad',
    how: 'Quien mantiene el servidor la pone en marcha cada noche con «minga-backup.timer», o hace una con «sudo minga backup».',
    link: <ListLink search={{ tab: 'sistema' }}>Verla en Sistema</ListLink>,
  },
  map: {
    title: 'Fondo del mapa',
    link: <GroundCommand />,
  },
};

function Step({ step, isDone, setup }: { step: SetupStep | 'map'; isDone: boolean; setup: Setup }) {
  const { title, how, link } = texts[step];
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <li className="row">
      <Icon
        size={24}
        className={isDone ? classes.done : classes.open}
        role="img"
        aria-label={isDone ? 'Hecho' : 'Falta'}
      />
      <div>
        <p className="strong">{title}</p>
        {!isDone && how && <p className="soft">{how}</p>}
        {!isDone && (step === 'mail' ? <TestMail last={setup.testMail} /> : link)}
      </div>
    </li>
  );
}

function TestMail({ last }: { last: Setup['testMail'] }) {
  const queryClient = useQueryClient();
  const send = useMutation({
    mutationFn: () => call(sendTestMail),
    onSuccess: ({ sentTo }) => toastSuccess(`Enviamos un correo a ${sentTo}`),
    onError: cause => toastError(errorText(cause, 'No pudimos enviar el correo de prueba')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: state.queryKey }),
  });
  return (
    <>
      {last !== null && <p className="soft">{resultText(last)}</p>}
      <BusyButton
        variant="default"
        isBusy={send.isPending}
        busyLabel="Enviando…"
        onClick={() => send.mutate()}
      >
        Enviarme un correo de prueba
      </BusyButton>
    </>
  );
}

/** A test e-mail that was not accepted yet, or why it was not. */
const resultText = ({ failure }: NonNullable<Setup['testMail']>): string =>
  failure === null
    ? 'El último está saliendo…'
    : `El último no salió. ${failureSentence(failure) ?? failure}.`;
