import { GuestLink } from './guest-link.tsx';
import classes from './hero-section.module.css';
import section from './landing.module.css';
import { MingaScene } from './minga-scene.tsx';

export const HeroSection = () => (
  <section className={classes.hero}>
    <div className={classes.pitch}>
      <p className={classes.badge}>Plataforma colaborativa</p>
      <h1 className={classes.headline}>Convoca tu minga, junta tu gente</h1>
      <p className={classes.lead}>
        Una minga es el trabajo que una comunidad hace junta. Publica tus actividades solidarias, encuentra
        las de tu barrio o tu vereda y confirma que vas.
      </p>
      <p className={classes.actions}>
        <GuestLink href="/register" className={section.join}>
          Únete ahora
        </GuestLink>
        <a href="/actividades" className={section.second}>
          Ver actividades
        </a>
      </p>
    </div>
    <div className={classes.picture}>
      <MingaScene />
    </div>
  </section>
);
