import classes from './app-section.module.css';
import section from './landing.module.css';
import { PhoneScene } from './phone-scene.tsx';

const points = [
  {
    title: 'También sin internet',
    text: 'Tus actividades, las asistencias que confirmaste y las últimas listas que viste se pueden leer sin conexión.',
  },
  {
    title: 'Notificaciones en tiempo real',
    text: 'Mientras tienes Minga abierta, lo nuevo aparece al momento. Cerrada, llega a los dispositivos en los que actives los avisos; todo queda en la campana.',
  },
  {
    title: 'Pensada para el celular',
    text: 'Botones amplios, letra clara y lo importante al alcance del pulgar.',
  },
];

/** Offers the Android package if there is one, else the web app (public/install.js shows the install button). */
export const AppSection = ({ apkUrl }: { apkUrl: string | null }) => (
  <section aria-labelledby="aplicacion" className={classes.ground}>
    <div className={`${section.wrap} ${classes.sides}`}>
      <div className={classes.words}>
        <h2 id="aplicacion" className={section.title}>
          Minga en tu celular
        </h2>
        <ul className={classes.points}>
          {points.map(({ title, text }) => (
            <li key={title}>
              <h3 className={section.subtitle}>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <h3 className={`${section.subtitle} ${classes.install}`}>
          {apkUrl === null
            ? 'Ponla en tu pantalla de inicio'
            : 'Descárgala, o ponla en tu pantalla de inicio'}
        </h3>
        {apkUrl === null ? (
          <button type="button" data-install="" hidden className={`${section.join} ${classes.get}`}>
            Instalar la app
          </button>
        ) : (
          <a href={apkUrl} rel="noopener" className={`${section.join} ${classes.get}`}>
            Descargar la app
          </a>
        )}
        <p className={classes.hint}>
          {`${apkUrl !== null ? 'La descarga es para Android. En los demás celulares: ' : ''}${apkUrl === null ? 'Abre' : 'abre'} el menú del navegador (en iPhone, el botón Compartir) y elige «Instalar aplicación» o «Agregar a la pantalla de inicio».`}
        </p>
      </div>
      <div className={classes.picture}>
        <PhoneScene />
      </div>
    </div>
  </section>
);
