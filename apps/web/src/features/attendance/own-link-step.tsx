import { PersonalLinkStep } from '../../components/page/personal-link-step.tsx';

interface Props {
  /** Of the activity. */
  readonly title: string;
  readonly link: string;
  readonly onDone: () => void;
}

/** For an attendee who has just confirmed without an e-mail. */
export const OwnLinkStep = ({ title, link, onDone }: Props) => (
  <PersonalLinkStep
    label="Tu enlace"
    link={link}
    message={`Mi asistencia a «${title}»:`}
    openLabel="Abrir mi enlace"
    onDone={onDone}
  >
    Guarda este enlace: como no dejaste correo, no te lo podemos enviar. Con él ves o cancelas tu asistencia
    desde cualquier celular. Ahí está también tu código para la puerta.
  </PersonalLinkStep>
);
