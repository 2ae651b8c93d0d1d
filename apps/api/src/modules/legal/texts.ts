import { ANSWERS_KEPT_DAYS } from '@minga/contract/questions';
import { SITE_NAME } from '@minga/contract/site-words';
import { EMAIL_RETENTION_DAYS } from '../../platform/mail/sweep.ts';
import type { Settings } from '../../settings.ts';
import { KNOWN_DEVICE_SECONDS, REGISTRATION_SECONDS, sessionLifetime } from '../accounts/rules.ts';

/** The settings of a site that the default legal texts contain. */
export type SiteFacts = Pick<
  Settings,
  'contactEmail' | 'contactPhone' | 'visitorDataDays' | 'isFederating'
> & {
  readonly publicUrl: string;
};

/** The date at which the default texts came into force. Must be changed together with them. */
const IN_FORCE = 'el 25 de noviembre de 2026';

/** The sentence part about the site's contacts, «escribe al correo … o llama al teléfono …», or that there are none. */
function howToReach({ contactEmail, contactPhone }: SiteFacts): string {
  const ways = [
    contactEmail && `escribe al correo [${contactEmail}](mailto:${contactEmail})`,
    contactPhone && `llama al teléfono ${contactPhone}`,
  ].filter(Boolean);
  return ways.length > 0
    ? ways.join(' o ')
    : 'habla con quien administra este sitio (todavía no ha publicado un correo ni un teléfono: pídeselo a quien organiza la actividad)';
}

const daysText = (days: number): string => (days === 1 ? '1 día' : `${days} días`);

const DAY_SECONDS = 24 * 60 * 60;
const inDays = (seconds: number) => daysText(seconds / DAY_SECONDS);

const FEDERATED = `

Las actividades públicas se muestran también en otros servidores que siguen este sitio, como los de Mastodon y Mobilizon, sin nombres de personas. De quienes lo siguen desde allá guardamos la dirección de su cuenta, hasta que dejan de seguirlo.`;

/**
 * Minga's policy for personal data in Markdown, with the contents that Ley 1581 de 2012 (articles 7 to 16) and Decreto 1377 de 2013
 * (article 13, compiled in Decreto 1074 de 2015) require. Operators add their names and addresses, which the settings do not contain.
 */
export const privacyText = (site: SiteFacts): string =>
  `
Aquí te contamos qué datos tuyos guarda ${SITE_NAME}, para qué, quién los ve, cuánto tiempo se quedan y cómo pedir que se corrijan o se borren. Seguimos la Ley 1581 de 2012 y el Decreto 1377 de 2013, que hoy hace parte del Decreto 1074 de 2015.

## Quién responde por tus datos

El responsable es la comunidad u organización que administra ${SITE_NAME} en ${site.publicUrl}. Para cualquier pregunta, consulta o reclamo sobre tus datos, ${howToReach(site)}.

## Qué datos guardamos y para qué

- **Si confirmas que vas sin tener cuenta:** tu nombre y tu correo o tu teléfono, cuántas personas van contigo, lo que te ofreces a hacer o llevar y lo que respondes a las preguntas de quien organiza. Sirven para apartarte el cupo, avisarte si algo cambia, recibirte en la puerta y, si ayudaste, darte tu constancia de horas.
- **Si creas una cuenta:** tu nombre, correo, teléfono y contraseña (solo guardamos una huella de ella, con la que nadie puede leerla). Sirven para que entres, publiques actividades y veas las tuyas.
- **Si organizas:** lo que publicas, y los nombres que pones como responsables, se ven en público.
- **Para cuidar las cuentas:** las sesiones abiertas con su dirección de internet y su navegador, y los intentos fallidos de entrar.

No pedimos datos sensibles. Si una actividad pregunta algo delicado, por ejemplo sobre tu salud, responder es voluntario.

## Quién los ve

- Quien organiza la actividad, y su equipo, ve tu nombre, tu contacto y tus respuestas. En la puerta solo se ve tu nombre.
- Quien administra este sitio puede ver las cuentas y las asistencias para atender problemas.
- Nadie más: en las páginas públicas solo aparece cuántas personas van.

No vendemos ni cedemos tus datos. No usamos publicidad, ni medimos lo que haces con herramientas de análisis.

## Cuánto tiempo se quedan

- **Asistencias sin cuenta:** tu nombre y tu contacto se borran ${daysText(site.visitorDataDays)} después de que termina la actividad. Con ellos se retiran tus constancias de horas: descárgalas antes. Queda solo cuántas personas fueron, sin nombres.
- **Respuestas a quien organiza:** ${daysText(ANSWERS_KEPT_DAYS)} después de la actividad.
- **Tu cuenta:** hasta que la elimines en tu perfil. Tus actividades se eliminan y tus asistencias quedan sin nombre.
- **Cuentas sin verificar:** ${inDays(REGISTRATION_SECONDS)}.
- **Sesiones:** se cierran tras ${inDays(sessionLifetime('user').idleSeconds)} sin usarlas y duran máximo ${inDays(sessionLifetime('user').maxSeconds)}. Los intentos fallidos de entrar, un día. Los dispositivos conocidos, ${inDays(KNOWN_DEVICE_SECONDS)}.
- **Correos que te enviamos:** el contenido se borra al salir; a qué dirección y cuándo se envió, ${daysText(EMAIL_RETENTION_DAYS)} después.
- **Avisos en la campana:** máximo 30 días.
- **Decisiones de la administración:** quedan en un registro con números internos, sin nombres ni correos.

Las copias de seguridad pueden conservar un dato borrado hasta que la copia se reemplace.

## Tus derechos

Como titular de tus datos puedes, gratis y cuando quieras:

- **Conocer** qué datos tuyos tenemos y para qué los usamos.
- **Actualizarlos y rectificarlos** si están incompletos o equivocados.
- **Suprimirlos**, y **revocar** la autorización que nos diste, si no hay un deber legal de conservarlos.
- Pedir **prueba de tu autorización**.
- Presentar **quejas ante la Superintendencia de Industria y Comercio** ([www.sic.gov.co](https://www.sic.gov.co)), después de haber hecho tu consulta o reclamo con nosotros.

## Cómo ejercerlos

- **Con cuenta:** en tu perfil puedes corregir tus datos, descargarlos y eliminar la cuenta.
- **Sin cuenta:** abre tu enlace personal. En «Tus datos» puedes descargarlos y borrarlos de una vez. Si no encuentras el enlace, pídelo en [Tu asistencia](/mi-asistencia).
- **Para todo lo demás**, ${howToReach(site)}, con tu nombre, tu pedido y cómo responderte. Las consultas se responden en máximo 10 días hábiles y los reclamos en máximo 15. Si hace falta más tiempo te contamos por qué: hasta 5 días hábiles más en las consultas y 8 en los reclamos.

## Correos

Te escribimos por lo que tú pediste: confirmar, cambiar, recordar o cancelar. Los avisos que se pueden apagar traen un enlace para dejar de recibirlos.

## Cookies

Usamos solo las necesarias para que el sitio funcione: la de tu sesión, la que reconoce tu dispositivo al entrar y la que recuerda que confirmaste desde este navegador. Ninguna te sigue a otros sitios.

## Niñas, niños y adolescentes

Sus datos solo se usan respetando su interés superior. Quien tenga menos de 18 años confirma o crea su cuenta con permiso de su madre, padre o representante, que puede ejercer estos derechos en su nombre.

## Dónde están los datos

Están en el servidor que usa quien administra este sitio. Si ese servidor, o el servicio que entrega los correos, está fuera de Colombia, se usa solo para prestar este servicio y con las garantías que exige la ley para la transferencia de datos. Si activas los avisos en tu dispositivo, pasan cifrados por el servicio de tu navegador.${site.isFederating ? FEDERATED : ''}

## Vigencia

Esta política rige desde ${IN_FORCE}. Si cambia en algo importante, lo contamos en esta página antes de aplicarlo.
`.trim();

/** Minga's terms of use, in Markdown. */
export const termsText = (site: SiteFacts): string =>
  `
${SITE_NAME} sirve para convocar y encontrar actividades solidarias y de voluntariado. Al usar ${site.publicUrl} aceptas estas reglas, que son pocas.

## Qué es y qué no es

${SITE_NAME} pone en contacto a quienes organizan actividades con quienes quieren ayudar. Cada actividad la organiza y la dirige quien la publica, que responde por ella: por la seguridad, los permisos y lo que se promete. Quien administra este sitio no organiza las actividades ni va a ellas.

## Tu cuenta

- Usa tu nombre y un correo tuyo, y cuida tu contraseña.
- La cuenta es personal. Puedes eliminarla cuando quieras en tu perfil.
- Si tienes menos de 18 años, usa ${SITE_NAME} con permiso de tu madre, padre o representante.

## Lo que publicas

- Publica solo actividades reales, con datos verdaderos, y textos y fotos que tengas derecho a usar.
- Si en una foto se reconoce a alguien, pide su permiso antes; si es menor de edad, el de su familia.
- Lo que publicas sigue siendo tuyo. Permites que este sitio lo muestre mientras esté publicado.

No se admite nada que engañe, venda, insulte, discrimine, ponga en peligro a alguien o use mal los datos de otras personas.

## Si organizas

- Usa los datos de quienes confirman solo para esa actividad, y no los compartas.
- Avisa pronto si algo cambia o se cancela.
- Confirma solo las horas que de verdad se ayudaron: con ellas se hacen constancias.

## Si confirmas

- Ve el día de la actividad; si no puedes, cancela para que otra persona use el cupo.
- Sigue las indicaciones de quien organiza y cuida de ti y de los demás.

## Moderación

Quien administra este sitio puede rechazar u ocultar una actividad, y desactivar una cuenta, si no cumple estas reglas. A quien la publicó se le dice por qué.

## Responsabilidad

El servicio es gratuito y se ofrece como está: puede fallar o interrumpirse. Nada de esto limita los derechos que te da la ley colombiana.

## Tus datos

Cómo los tratamos está en la [política de tratamiento de datos](/privacidad).

## Contacto y cambios

Si tienes preguntas, ${howToReach(site)}. Estos términos rigen desde ${IN_FORCE}; los cambios importantes se cuentan en esta página antes de aplicarlos. Se aplican las leyes de Colombia.
`.trim();
