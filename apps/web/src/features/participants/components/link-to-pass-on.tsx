import { PersonalLinkStep } from '../../../components/personal-link-step.tsx';

/** The link of a participant without an e-mail, which only the organiser can pass on. */
export interface LinkToPassOn {
  readonly name: string;
  readonly phone: string;
  readonly link: string;
}

interface Props extends LinkToPassOn {
  /** Of the activity. */
  readonly title: string;
  /** Another person had the place before. */
  readonly isReplaced: boolean;
  readonly onDone: () => void;
}

export const LinkToPassOnStep = ({ name, phone, link, title, isReplaced, onDone }: Props) => (
  <PersonalLinkStep
    label="Enlace personal"
    link={link}
    message={`Hola, ${name}. Quedaste en la lista de «${title}». Con este enlace ves o cancelas tu asistencia:`}
    phone={phone}
    onDone={onDone}
  >
    {`${isReplaced ? 'El enlace de antes ya no sirve. ' : ''}Envíale este enlace a ${name}: con él ve o cancela su asistencia. Como no tiene correo aquí, no se lo podemos enviar.`}
  </PersonalLinkStep>
);
