import { DEFAULT_NAME } from '@minga/contract/site-words';
import { Logo } from '../../components/brand/logo.tsx';
import { WeaveBorder } from '../../components/brand/weave-border.tsx';
import { SkipLink } from '../../components/page/skip-link.tsx';
import { siteDay } from '../../lib/dates/dates.ts';
import { DOT } from '../../lib/dot.ts';
import { siteName } from '../../lib/site-name.ts';
import hands from './drawings/hands.svg?raw';
import phone from './drawings/phone.svg?raw';
import classes from './landing.module.css';
import type { Landing } from './landing.ts';
import { HeroSection, NothingToCome, UpcomingSection } from './landing-opening.tsx';
import { GuestLink, Illustration, LandingHeader } from './landing-parts.tsx';
import {
  AboutSection,
  FeatureSections,
  Folds,
  ImpactSection,
  type Point,
  WhySection,
} from './landing-sections.tsx';

/**
 * The landing page (docs/rules.md R7.1): plain HTML and CSS, complete without JavaScript. docs/claims.md lists what makes
 * each of its claims true.
 */
export function LandingPage({ landing }: { landing: Landing }) {
  const { site, figures, upcoming, now } = landing;
  return (
    <div className={classes.page}>
      <SkipLink />
      <LandingHeader />
      <main id="contenido">
        <HeroSection />
        <WeaveBorder motif="people" />
        {upcoming !== null &&
          (upcoming.total > 0 ? (
            <UpcomingSection upcoming={upcoming} now={now} />
          ) : (
            <NothingToCome figures={figures} />
          ))}
        <WhySection tagline={site.tagline} />
        <FeatureSections />
        <WeaveBorder motif="zigzag" />
        <ImpactSection figures={figures} />
        <WeaveBorder motif="zigzag" />
        <AboutSection site={site} />
        <AppSection apkUrl={landing.apkUrl} />
        <ClosingSection />
      </main>
      <WeaveBorder motif="zigzag" />
      <LandingFooter landing={landing} />
    </div>
  );
}

const points: readonly Point[] = [
  {
    title: 'También sin internet',
    text: 'Tus actividades, las asistencias que confirmaste y las últimas listas que viste se pueden leer sin conexión.',
  },
  {
    title: 'Notificaciones en tiempo real',
    text: `Mientras tienes ${siteName} abierta, lo nuevo aparece al momento. Cerrada, llega a los dispositivos en los que actives los avisos; todo queda en la campana.`,
  },
  {
    title: 'Pensada para el celular',
    text: 'Botones amplios, letra clara y lo importante al alcance del pulgar.',
  },
];

/** Offers the Android package if there is one, else the web app (public/install.js shows the install button). */
const AppSection = ({ apkUrl }: { apkUrl: string | null }) => (
  <section aria-labelledby="aplicacion" className={classes.app}>
    <div className={`${classes.section} ${classes.wrap} ${classes.sides}`}>
      <div>
        <h2 id="aplicacion" className={classes.title}>
          {`${siteName} en tu celular`}
        </h2>
        <Folds name="celular" points={points} />
        <h3 className={`${classes.subtitle} ${classes.install}`}>
          {apkUrl === null
            ? 'Ponla en tu pantalla de inicio'
            : 'Descárgala, o ponla en tu pantalla de inicio'}
        </h3>
        {apkUrl === null ? (
          <button type="button" data-install="" hidden className={`${classes.join} ${classes.get}`}>
            Instalar la app
          </button>
        ) : (
          <a href={apkUrl} rel="noopener" className={`${classes.join} ${classes.get}`}>
            Descargar la app
          </a>
        )}
        <p className={classes.hint}>
          {`${apkUrl !== null ? 'La descarga es para Android. En los demás celulares: ' : ''}${apkUrl === null ? 'Abre' : 'abre'} el menú del navegador (en iPhone, el botón Compartir) y elige «Instalar aplicación» o «Agregar a la pantalla de inicio».`}
        </p>
      </div>
      <Illustration className={classes.phone} svg={phone.replace(DEFAULT_NAME, siteName)} />
    </div>
  </section>
);

const ClosingSection = () => (
  <section aria-labelledby="comenzar" className={classes.closing}>
    <div className={`${classes.wrap} ${classes.closingWords}`}>
      <h2 id="comenzar" className={classes.title}>
        La próxima minga empieza contigo
      </h2>
      <p className={classes.lead}>Publica tu primera actividad y comparte el enlace con tu gente.</p>
      <GuestLink href="/register" className={`${classes.join} ${classes.start}`}>
        Comenzar ahora
      </GuestLink>
    </div>
    <Illustration className={classes.hands} svg={hands} />
  </section>
);

type FooterData = Pick<Landing, 'site' | 'contactEmail' | 'contactPhone' | 'sourceUrl' | 'now'>;

const pages = [
  { href: '/actividades', name: 'Agenda' },
  { href: '/calendario', name: 'Calendario' },
  { href: '/impacto', name: 'Impacto' },
  { href: '/ayuda', name: 'Ayuda' },
  { href: '/register', name: 'Crear cuenta' },
  { href: '/privacidad', name: 'Política de datos' },
  { href: '/terminos', name: 'Términos de uso' },
];

/** Contact details from the settings, or where else to find help; the source code, and the current year. */
const LandingFooter = ({ landing }: { landing: FooterData }) => {
  const { site, contactEmail, contactPhone, sourceUrl, now } = landing;
  const year = siteDay(now).slice(0, 4);
  return (
    <footer className={classes.footer}>
      <div className={classes.columns}>
        <div className={`bar ${classes.brand}`}>
          <Logo />
          <p className={classes.about}>Plataforma colaborativa para las mingas de tu comunidad.</p>
        </div>
        <div>
          <h2 className={classes.head}>Contacto</h2>
          <address className={classes.contact}>
            {contactEmail !== null && (
              <a href={`mailto:${contactEmail}`} className={`link ${classes.link}`}>
                {contactEmail}
              </a>
            )}
            <p>{site.address}</p>
            {contactPhone !== null && (
              <a href={`tel:${contactPhone.replaceAll(/[^+\d]/g, '')}`} className={`link ${classes.link}`}>
                {contactPhone}
              </a>
            )}
            {contactEmail === null && contactPhone === null && (
              <p>
                ¿Tienes dudas? Mira las{' '}
                <a href="/ayuda/preguntas" className="link">
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
          <ul className={`cluster ${classes.pages}`}>
            {pages.map(({ href, name }) => (
              <li key={href}>
                <a href={href} className={`link ${classes.link}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <p className={classes.end}>
        <span>{`© ${year} ${siteName}`}</span>
        {sourceUrl !== null && (
          <>
            <span>{DOT}</span>
            <a href={sourceUrl} rel="noopener" className="link">
              Código fuente
            </a>
          </>
        )}
      </p>
    </footer>
  );
};

const unknown = {
  site: { place: '', address: '', tagline: '', founded: null },
  figures: null,
  upcoming: null,
  contactEmail: null,
  contactPhone: null,
  apkUrl: null,
  sourceUrl: null,
};

/** The page without the server's data, for development. */
const LandingPreview = () => <LandingPage landing={{ ...unknown, now: new Date() }} />;

export default LandingPreview;
