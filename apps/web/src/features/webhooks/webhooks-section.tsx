import { lazy } from 'react';
import { LazyFold } from '../../components/form/fold.tsx';
import classes from './webhooks.module.css';

// Only programmers open it.
const WebhooksPanel = lazy(() =>
  import('./webhooks-panel.tsx').then(module => ({ default: module.WebhooksPanel })),
);

/** Below the form of a collective: its webhooks, loaded once the fold is opened. */
export function WebhooksSection({ slug }: { slug: string }) {
  return (
    <section aria-labelledby="webhooks" className={`stack ${classes.section}`}>
      <h2 id="webhooks" className="title">
        Webhooks
      </h2>
      <p className={classes.text}>
        Para quienes escriben programas: avisan a otro servidor de lo que pasa en el colectivo. Nunca llevan
        nombres ni correos de quienes confirman.
      </p>
      <LazyFold title="Ver y crear webhooks">
        <WebhooksPanel slug={slug} />
      </LazyFold>
    </section>
  );
}
