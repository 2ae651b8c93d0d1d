import { ImpactDrawing, type ImpactDrawingName } from './impact-drawing.tsx';
import classes from './impact-section.module.css';
import section from './landing.module.css';

const columns: { title: string; text: string; drawing: ImpactDrawingName }[] = [
  {
    title: 'Organizaciones',
    text: 'Encuentran voluntarios, saben con cuántas manos cuentan y avisan a todo el grupo si cambia la fecha o el lugar.',
    drawing: 'house',
  },
  {
    title: 'Voluntarios',
    text: 'Hallan dónde ayudar por lugar o por tema, reciben recordatorios y guardan la cita en su calendario.',
    drawing: 'shovel',
  },
  {
    title: 'Comunidades',
    text: 'Ven lo que se hace en su barrio o su vereda, se suman a lo que ya existe y convocan lo que falta.',
    drawing: 'bridge',
  },
];

/** A band in the colour of the weave that borders it. */
export const ImpactSection = () => (
  <section aria-labelledby="impacto" className={classes.band}>
    <div className={`${section.section} ${section.wrap}`}>
      <h2 id="impacto" className={section.title}>
        El impacto de trabajar en minga
      </h2>
      <ul className={classes.columns}>
        {columns.map(({ title, text, drawing }) => (
          <li key={title}>
            <ImpactDrawing name={drawing} />
            <div>
              <h3 className={section.subtitle}>{title}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={classes.more}>
        <a href="/impacto" className={classes.link}>
          Mira lo que ya se logró
        </a>
      </p>
    </div>
  </section>
);
