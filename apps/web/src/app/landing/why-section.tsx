import section from './landing.module.css';
import { WhyDrawing, type WhyDrawingName } from './why-drawing.tsx';
import classes from './why-section.module.css';

const reasons: { title: string; text: string; drawing: WhyDrawingName }[] = [
  {
    title: 'Gestión de proyectos',
    text: 'Planifica, ejecuta y sigue las iniciativas de tu comunidad: publica cada actividad, lleva su lista de participantes y mira las que ya se hicieron.',
    drawing: 'plan',
  },
  {
    title: 'Voluntariado',
    text: 'Conecta organizaciones con personas voluntarias: unas cuentan qué hay por hacer, otras confirman que van.',
    drawing: 'hands',
  },
  {
    title: 'Participación democrática e inclusiva',
    text: 'Cualquier persona puede buscar y confirmar, sin registrarse. Quien tiene cuenta publica, con las mismas reglas para toda la gente.',
    drawing: 'circle',
  },
];

export const WhySection = () => (
  <section aria-labelledby="por-que" className={classes.ground}>
    <div className={`${section.section} ${section.wrap}`}>
      <h2 id="por-que" className={section.title}>
        ¿Por qué Minga?
      </h2>
      <p className={section.lead}>Porque juntar gente ya es bastante trabajo: lo demás debe ser sencillo.</p>
      <ul className={classes.cards}>
        {reasons.map(({ title, text, drawing }) => (
          <li key={title} className={classes.card}>
            <div className={classes.drawing} data-drawing={drawing}>
              <WhyDrawing name={drawing} />
            </div>
            <h3 className={section.subtitle}>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
