import { Weave } from '../../components/brand/weave.tsx';
import { siteName } from '../../lib/site-name.ts';
import assembly from './drawings/assembly.svg?raw';
import board from './drawings/board.svg?raw';
import bridge from './drawings/bridge.svg?raw';
import circle from './drawings/circle.svg?raw';
import cooperation from './drawings/cooperation.svg?raw';
import democracy from './drawings/democracy.svg?raw';
import house from './drawings/house.svg?raw';
import inclusion from './drawings/inclusion.svg?raw';
import innovation from './drawings/innovation.svg?raw';
import mochila from './drawings/mochila.svg?raw';
import plan from './drawings/plan.svg?raw';
import shovel from './drawings/shovel.svg?raw';
import sustainability from './drawings/sustainability.svg?raw';
import transparency from './drawings/transparency.svg?raw';
import section from './landing.module.css';
import { type Figures, figureLines, type LandingSite } from './landing.ts';
import { Illustration } from './landing-parts.tsx';
import classes from './landing-sections.module.css';

const reasons = [
  {
    title: 'Gestión de proyectos',
    text: 'Planifica, ejecuta y sigue las iniciativas de tu comunidad.',
    svg: plan,
  },
  {
    title: 'Voluntariado',
    text: 'Conecta organizaciones con personas voluntarias.',
    svg: mochila,
  },
  {
    title: 'Participación democrática e inclusiva',
    text: 'Cualquier persona puede buscar y confirmar, sin registrarse.',
    svg: circle,
  },
];

export const WhySection = ({ tagline }: Pick<LandingSite, 'tagline'>) => (
  <section aria-labelledby="por-que" className={classes.ground}>
    <div className={`${section.section} ${section.wrap}`}>
      <h2 id="por-que" className={section.title}>
        {`¿Por qué ${siteName}?`}
      </h2>
      {tagline !== '' && <p className={section.lead}>{`${tagline} `}</p>}
      <ul className={classes.cards}>
        {reasons.map(({ title, text, svg }) => (
          <li key={title} className={`card ${classes.card}`}>
            <Illustration className={classes.drawing} svg={svg} />
            <div className={classes.reason}>
              <h3 className={section.subtitle}>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

const management = [
  {
    title: 'Organiza actividades y eventos',
    text: 'Publica cada actividad: qué se hace, dónde, cuándo y quién responde. Si se repite, publicas todas sus fechas de una vez. Si cambias la fecha o el lugar, quienes van reciben un aviso.',
  },
  {
    title: 'Coordina equipos de trabajo',
    text: 'Organiza con tu colectivo o invita a quien te ayude. Lleva la lista de participantes y escribe qué tareas y cosas hacen falta: cada quien elige, y ves quién hace qué.',
  },
  {
    title: 'También en papel y con tu lista',
    text: 'Imprime el afiche con un código para escanear y tiras para arrancar, y trae tu lista de Excel o de WhatsApp como la tengas. Al llegar, cada quien se registra con el código de la entrada.',
  },
  {
    title: 'Sigue tus metas',
    text: 'Mira al momento cuántas personas han confirmado, y pon metas con un número, como sembrar 300 árboles: anotas cuánto lograron y la gente lo ve.',
  },
  {
    title: 'Alertas y recordatorios a tu medida',
    text: 'Elige con cuántos días de anticipación te recordamos cada actividad, de 1 a 30, y qué avisos quieres por correo.',
  },
];

const participation = [
  {
    title: 'Busca por lugar o por tema',
    text: 'Lo que se publica está a la vista de todo el mundo. La agenda encuentra por palabras, con tildes o sin ellas, por categoría, por día y por cercanía a donde estás.',
  },
  {
    title: 'Confirma sin cuenta',
    text: 'Con tu nombre y tu correo basta. Te llega un enlace personal: con él cancelas si al final no puedes ir.',
  },
  {
    title: 'Comparte buenas prácticas',
    text: 'Las actividades que ya pasaron siguen a la vista, con la memoria de lo que se hizo y sus fotos: otros grupos aprenden de ellas.',
  },
  {
    title: 'Para todas las personas',
    text: `Quien tiene cuenta publica, con las mismas reglas para toda la gente. ${siteName} se usa en un celular sencillo, con teclado, con lector de pantalla, con letra grande y de noche.`,
  },
];

/** The two sections, with the picture on alternating sides. */
export const FeatureSections = () => (
  <>
    <FeatureSection
      id="gestion"
      title="Gestión ágil de proyectos"
      lead="De la idea a la memoria, en un mismo lugar."
      points={management}
      picture={board}
    />
    <FeatureSection
      id="participacion"
      title="Participación ciudadana inclusiva"
      lead="Lo común se hace entre muchas voces."
      points={participation}
      picture={assembly}
      isTurned
    />
  </>
);

interface FeatureSectionProps {
  id: string;
  title: string;
  lead: string;
  points: readonly Point[];
  /** A drawing. */
  picture: string;
  /** Places the picture to the right of the text. */
  isTurned?: boolean;
}

/** A feature's description on one side, a scene on the other. */
const FeatureSection = ({ id, title, lead, points, picture, isTurned = false }: FeatureSectionProps) => (
  <section aria-labelledby={id} className={`${section.section} ${section.wrap}`}>
    <div className={classes.sides} data-turned={isTurned || undefined}>
      <Illustration className={classes.picture} svg={picture} />
      <div>
        <h2 id={id} className={section.title}>
          {title}
        </h2>
        <p className={section.lead}>{lead}</p>
        <Folds name={id} points={points} />
      </div>
    </div>
  </section>
);

export interface Point {
  readonly title: string;
  readonly text: string;
}

interface FoldsProps {
  /** Groups them: at most one is open, so that the section keeps its height. */
  name: string;
  points: readonly Point[];
}

/** Titles, each of which opens its text. */
export const Folds = ({ name, points }: FoldsProps) => (
  <ul className={classes.points}>
    {points.map(({ title, text }) => (
      <li key={title}>
        <details name={name}>
          <summary className={classes.summary}>
            <h3 className={classes.point}>{title}</h3>
          </summary>
          <p className={`${classes.text} ${classes.answer}`}>{text}</p>
        </details>
      </li>
    ))}
  </ul>
);

const columns = [
  {
    title: 'Organizaciones',
    text: 'Saben con cuántas manos cuentan y avisan a todo el grupo si algo cambia.',
    svg: house,
  },
  {
    title: 'Voluntarios',
    text: 'Hallan dónde ayudar por lugar o por tema, y reciben recordatorios.',
    svg: shovel,
  },
  {
    title: 'Comunidades',
    text: 'Ven lo que se hace en su barrio o su vereda, se suman y convocan.',
    svg: bridge,
  },
];

/** A band in the colour of the weave that borders it. */
export const ImpactSection = ({ figures }: { figures: Figures | null }) => (
  <section aria-labelledby="impacto" className={classes.band}>
    <div className={`${section.section} ${section.wrap}`}>
      <h2 id="impacto" className={section.title}>
        El impacto de trabajar en minga
      </h2>
      <ul className={classes.columns}>
        {columns.map(({ title, text, svg }) => (
          <li key={title}>
            <Illustration svg={svg} />
            <div>
              <h3 className={section.subtitle}>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <FigureBand figures={figures} />
      <p className={classes.more}>
        <a href="/impacto" className={`target ${classes.link}`}>
          Mira lo que ya se logró
        </a>
      </p>
    </div>
  </section>
);

/** The site's figures. */
function FigureBand({ figures }: { figures: Figures | null }) {
  const lines = figureLines(figures);
  if (lines.length === 0) return null;
  return (
    <section aria-label={`${siteName} en cifras`}>
      <ul className={`cluster ${classes.figures}`}>
        {lines.map(({ count, what }) => (
          <li key={what}>
            <strong className={classes.count}>{count}</strong>
            <span>{` ${what}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Each value has a sign, woven on a cloth of its own (docs/rules.md R7.1). */
const values = [
  { title: 'Cooperación', text: 'Lo grande se hace entre muchas manos.', svg: cooperation },
  {
    title: 'Transparencia',
    text: 'A la vista: qué, cuándo y quién responde.',
    svg: transparency,
  },
  { title: 'Inclusión', text: 'Para sumarse no hace falta ni una cuenta.', svg: inclusion },
  { title: 'Democracia', text: 'Las mismas reglas para quien publica.', svg: democracy },
  {
    title: 'Sostenibilidad',
    text: 'Cuidamos la tierra, el agua y el tiempo.',
    svg: sustainability,
  },
  {
    title: 'Innovación',
    text: 'Herramientas nuevas, costumbre antigua.',
    svg: innovation,
  },
];

export const AboutSection = ({ site: { place, founded } }: { site: LandingSite }) => (
  <section aria-labelledby="quienes-somos" className={`${section.section} ${section.wrap}`}>
    <div className={classes.mission}>
      <div className={classes.cloth}>
        <Weave seed="minga" stitch={7} label={founded === null ? place : `Desde ${founded}`} />
      </div>
      <div>
        <h2 id="quienes-somos" className={section.title}>
          Quiénes somos
        </h2>
        <p className={section.lead}>
          {`${siteName} ${founded === null ? 'es' : `se fundó en ${founded}. Es`} una plataforma colaborativa de innovación social y cooperativismo social, hecha en ${place} para organizaciones, voluntarios y comunidades.`}
        </p>
        <h3 className={`${section.subtitle} ${classes.head}`}>Nuestra misión</h3>
        <p className={classes.text}>
          Que cualquier comunidad pueda convocar, encontrarse y trabajar junta, y que quien quiera ayudar sepa
          dónde hacen falta sus manos.
        </p>
      </div>
    </div>
    <h3 className={`${section.subtitle} ${classes.head}`}>Nuestros valores</h3>
    <ul className={classes.values}>
      {values.map(({ title, text, svg }) => (
        <li key={title}>
          <Illustration className={classes.sign} svg={svg} />
          <h4>{title}</h4>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
