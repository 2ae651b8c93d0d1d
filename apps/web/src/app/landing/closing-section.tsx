import classes from './closing-section.module.css';
import { GuestLink } from './guest-link.tsx';
import { HandsScene } from './hands-scene.tsx';
import section from './landing.module.css';

export const ClosingSection = () => (
  <section aria-labelledby="comenzar" className={classes.ground}>
    <div className={`${section.wrap} ${classes.words}`}>
      <h2 id="comenzar" className={section.title}>
        La próxima minga empieza contigo
      </h2>
      <p className={section.lead}>Publica tu primera actividad y comparte el enlace con tu gente.</p>
      <GuestLink href="/register" className={`${section.join} ${classes.start}`}>
        Comenzar ahora
      </GuestLink>
    </div>
    <HandsScene />
  </section>
);
