import { siteName } from '../../lib/site-name.ts';
/** The decisions that are explained to the author. */
export type ExplainedDecision = 'hide' | 'delete' | 'ban';

/** A prepared reason. Its text can be edited before it is sent. */
export interface ReasonTemplate {
  readonly id: string;
  /** On its chip. */
  readonly name: string;
  readonly text: string;
}

/** Why an activity is hidden or rejected, and what to change so that it is published again. */
const changes: readonly ReasonTemplate[] = [
  {
    id: 'datos-faltan',
    name: 'Faltan datos',
    text: 'A la actividad le faltan datos para que la gente llegue tranquila. Agrega el lugar exacto, la hora y quién responde, y la publicamos.',
  },
  {
    id: 'venta',
    name: 'Es una venta',
    text: `${siteName} es para trabajo comunitario y gratuito: aquí no se vende ni se hace propaganda. Cuéntanos a qué trabajo invitas y quita lo que se ofrece en venta.`,
  },
  {
    id: 'plata',
    name: 'Pide plata',
    text: 'La actividad pide plata y no queda claro para qué. Explica en qué se usa y quién la recibe, o quita esa parte.',
  },
  {
    id: 'trato',
    name: 'Palabras que hieren',
    text: 'Hay palabras que pueden herir a otras personas. Cámbialas por otras que traten bien a todo el mundo.',
  },
  {
    id: 'riesgo',
    name: 'Hay riesgo',
    text: 'Lo que se propone puede poner a alguien en peligro. Cuenta cómo se van a cuidar: quién acompaña, qué deben llevar y con qué permisos cuentan.',
  },
  {
    id: 'privacidad',
    name: 'Datos de alguien',
    text: 'Se ven datos o fotos de una persona que quizá no dio permiso. Quítalos, o pídele permiso y cuéntanos.',
  },
  {
    id: 'repetida',
    name: 'Está repetida',
    text: 'Ya hay otra actividad igual publicada. Deja una sola y complétala con lo que tenga esta.',
  },
];

const deletions: readonly ReasonTemplate[] = [
  {
    id: 'venta',
    name: 'Es publicidad',
    text: `La eliminamos porque era publicidad, y ${siteName} es para trabajo comunitario y gratuito. Puedes publicar una nueva que invite a hacer algo en común.`,
  },
  {
    id: 'plata',
    name: 'Es un engaño',
    text: 'La eliminamos porque pedía plata o datos con un engaño. Si fue un malentendido, publica una nueva que diga para qué son y quién responde.',
  },
  {
    id: 'trato',
    name: 'Maltrata',
    text: 'La eliminamos porque maltrataba a otras personas. Aquí cabemos todas: si publicas de nuevo, hazlo con un trato respetuoso.',
  },
  {
    id: 'riesgo',
    name: 'Es peligrosa',
    text: 'La eliminamos porque ponía a alguien en peligro. Si la vuelves a publicar, cuenta cómo se van a cuidar y quién acompaña.',
  },
  {
    id: 'privacidad',
    name: 'Datos de alguien',
    text: 'La eliminamos porque mostraba datos de una persona sin su permiso. Puedes publicarla otra vez sin esos datos.',
  },
  {
    id: 'repetida',
    name: 'Está repetida',
    text: 'La eliminamos porque ya había otra igual. Puedes completar la que quedó.',
  },
];

const deactivations: readonly ReasonTemplate[] = [
  {
    id: 'venta',
    name: 'Publicidad repetida',
    text: `Desactivamos tu cuenta porque publicó publicidad varias veces. ${siteName} es para trabajo comunitario y gratuito.`,
  },
  {
    id: 'plata',
    name: 'Engaños',
    text: 'Desactivamos tu cuenta porque pidió plata o datos con engaños.',
  },
  {
    id: 'trato',
    name: 'Maltrato',
    text: 'Desactivamos tu cuenta porque maltrató a otras personas. Aquí todo el mundo merece respeto.',
  },
  {
    id: 'riesgo',
    name: 'Pone en peligro',
    text: 'Desactivamos tu cuenta porque lo que publicó ponía a personas en peligro.',
  },
  {
    id: 'privacidad',
    name: 'Datos de alguien',
    text: 'Desactivamos tu cuenta porque publicó datos de otras personas sin su permiso.',
  },
  {
    id: 'suplantacion',
    name: 'Se hace pasar por otra',
    text: 'Desactivamos tu cuenta porque se presentaba como otra persona o como un colectivo que no es.',
  },
];

export const templatesOf: Readonly<Record<ExplainedDecision, readonly ReasonTemplate[]>> = {
  hide: changes,
  delete: deletions,
  ban: deactivations,
};

/** The template for what most people report. */
const suggestions: Readonly<Record<string, string>> = {
  spam: 'venta',
  fraude: 'plata',
  odio: 'trato',
  peligro: 'riesgo',
  datos: 'privacidad',
};

/** The templates of a decision about a case, first the one for what most people report. */
export function templatesFor(
  decision: ExplainedDecision,
  reported: string | undefined,
): readonly ReasonTemplate[] {
  const isSuggested = ({ id }: ReasonTemplate) => id === suggestions[reported ?? ''];
  return templatesOf[decision].toSorted(
    (one, other) => Number(isSuggested(other)) - Number(isSuggested(one)),
  );
}
