import { Logo } from '../../components/logo.tsx';
import { SkipLink } from '../../components/skip-link.tsx';
import { WeaveBorder } from '../../components/weave-border.tsx';
import classes from './landing-page.module.css';
import { MingaScene } from './minga-scene.tsx';

const steps = [
  {
    title: 'Publica la tuya',
    text: 'Di qué se hace, dónde, cuándo y quién responde. Si tienes una foto, súmala.',
  },
  {
    title: 'Encuentra las demás',
    text: 'Mira las actividades que otras personas publican. No necesitas una cuenta.',
  },
  {
    title: 'Confirma que vas',
    text: 'Con tu nombre y tu correo basta: quien organiza sabe con cuántas manos cuenta.',
  },
];

/** The public face, prerendered: plain HTML and CSS, complete without JavaScript. `year` is the year of the build. */
export function LandingPage({ year }: { year: number }) {
  return (
    <div className={classes.page}>
      <SkipLink />
      <header className={classes.header}>
        <a href="/" className={classes.logo}>
          <Logo />
        </a>
        <nav aria-label="Principal" className={classes.links}>
          <a href="/actividades" className={classes.browse}>
            Ver actividades
          </a>
          {/* Where somebody is signed in, public/landing.js leads what is `data-guest` to their activities. */}
          <a href="/login" data-guest="">
            Iniciar sesión
          </a>
        </nav>
        {/* Works with public/landing.js alone, which shows it. */}
        <button type="button" hidden data-scheme-switch="" className={classes.scheme}>
          <SchemeIcon />
        </button>
      </header>
      <main id="contenido">
        <section className={classes.hero}>
          <div className={classes.pitch}>
            <p className={classes.badge}>Plataforma colaborativa</p>
            <h1 className={classes.headline}>Convoca tu minga, junta tu gente</h1>
            <p className={classes.lead}>
              Una minga es el trabajo que una comunidad hace junta. Publica tus actividades solidarias,
              encuentra las de tu barrio o tu vereda y confirma que vas.
            </p>
            <p className={classes.actions}>
              <a href="/register" data-guest="" className={classes.join}>
                Únete ahora
              </a>
              <a href="/actividades" className={classes.second}>
                Ver actividades
              </a>
            </p>
          </div>
          <div className={classes.picture}>
            <MingaScene />
          </div>
        </section>
        <WeaveBorder motif="people" />
        <section aria-labelledby="asi-funciona" className={classes.how}>
          <h2 id="asi-funciona" className={classes.subtitle}>
            Así funciona
          </h2>
          <ol className={classes.steps}>
            {steps.map(({ title, text }) => (
              <li key={title} className={classes.step}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
      <WeaveBorder motif="zigzag" />
      <footer className={classes.footer}>
        <p>Popayán, Cauca, Colombia</p>
        <p>© {year} Minga</p>
      </footer>
    </div>
  );
}

/** A half moon: light on one side, dark on the other. */
const SchemeIcon = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2" />
    <path d="M12 3a9 9 0 0 1 0 18z" fill="currentColor" />
  </svg>
);
