import { Logo } from '../../components/logo.tsx';
import type { Landing } from './landing.ts';
import classes from './landing-footer.module.css';

type FooterData = Pick<Landing, 'contactEmail' | 'contactPhone' | 'sourceUrl' | 'year'>;

const pages = [
  { href: '/actividades', name: 'Ver actividades' },
  { href: '/calendario', name: 'Calendario' },
  { href: '/impacto', name: 'Impacto' },
  { href: '/ayuda', name: 'Ayuda' },
  { href: '/register', name: 'Crear cuenta' },
  { href: '/privacidad', name: 'Política de datos' },
  { href: '/terminos', name: 'Términos de uso' },
];

/** Contact details from the settings, or where else to find help; the source code, and the current year. */
export const LandingFooter = ({ landing }: { landing: FooterData }) => {
  const { contactEmail, contactPhone, sourceUrl, year } = landing;
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div>
          <Logo />
          <p className={classes.about}>Plataforma colaborativa para las mingas de tu comunidad.</p>
        </div>
        <div>
          <h2 className={classes.head}>Contacto</h2>
          <address className={classes.contact}>
            {contactEmail !== null && (
              <a href={`mailto:${contactEmail}`} className={classes.link}>
                {contactEmail}
              </a>
            )}
            <p>Popayán, Cauca, Colombia</p>
            {contactPhone !== null && (
              <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} className={classes.link}>
                {contactPhone}
              </a>
            )}
            {contactEmail === null && contactPhone === null && (
              <p>
                ¿Tienes dudas? Mira las{' '}
                <a href="/ayuda/preguntas" className={classes.inline}>
                  preguntas frecuentes
                </a>
                .
              </p>
            )}
          </address>
        </div>
        <nav aria-labelledby="paginas">
          <h2 id="paginas" className={classes.head}>
            Páginas
          </h2>
          <ul className={classes.pages}>
            {pages.map(({ href, name }) => (
              <li key={href}>
                <a href={href} className={classes.link}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className={classes.end}>
        <span>{`© ${year} Minga`}</span>
        {sourceUrl !== null && (
          <>
            <span>{' · '}</span>
            <a href={sourceUrl} rel="noopener" className={classes.inline}>
              Código fuente
            </a>
          </>
        )}
      </p>
    </footer>
  );
};
