import { Weave } from '../../components/weave.tsx';
import section from './landing.module.css';
import classes from './landing-sections.module.css';
import { StitchedSign } from './stitched-sign.tsx';
import { valueSigns } from './value-signs.ts';

const values = [
  { title: 'Cooperación', text: 'Lo grande se hace entre muchas manos.', sign: valueSigns.cooperation },
  {
    title: 'Transparencia',
    text: 'Qué, dónde, cuándo y quién responde: a la vista.',
    sign: valueSigns.transparency,
  },
  { title: 'Inclusión', text: 'Para sumarse no hace falta ni una cuenta.', sign: valueSigns.inclusion },
  { title: 'Democracia', text: 'Las mismas reglas para quien publica.', sign: valueSigns.democracy },
  {
    title: 'Sostenibilidad',
    text: 'Cuidamos la tierra, el agua y el tiempo de la gente.',
    sign: valueSigns.sustainability,
  },
  {
    title: 'Innovación',
    text: 'Herramientas nuevas para una costumbre antigua.',
    sign: valueSigns.innovation,
  },
];

export const AboutSection = () => (
  <section aria-labelledby="quienes-somos" className={`${section.section} ${section.wrap}`}>
    <div className={classes.mission}>
      <div className={classes.cloth}>
        <Weave seed="minga" stitch={7} label="Desde 2024" />
      </div>
      <div>
        <h2 id="quienes-somos" className={section.title}>
          Quiénes somos
        </h2>
        <p className={section.lead}>
          Minga se fundó en 2024. Es una plataforma colaborativa de innovación social y cooperativismo social,
          hecha en Popayán para organizaciones, voluntarios y comunidades.
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
      {values.map(({ title, text, sign }) => (
        <li key={title}>
          <StitchedSign {...sign} />
          <div>
            <h4>{title}</h4>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
