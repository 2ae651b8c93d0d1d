import { howToReach, IN_FORCE, type SiteFacts } from './site-facts.ts';

/** Minga's terms of use, in Markdown. */
export const termsText = (site: SiteFacts): string =>
  `
Minga sirve para convocar y encontrar actividades solidarias y de voluntariado. Al usar ${site.publicUrl} aceptas estas reglas, que son pocas.

## Qué es y qué no es

Minga pone en contacto a quienes organizan actividades con quienes quieren ayudar. Cada actividad la organiza y la dirige quien la publica, que responde por ella: por la seguridad, los permisos y lo que se promete. Quien administra este sitio no organiza las actividades ni va a ellas.

## Tu cuenta

- Usa tu nombre y un correo tuyo, y cuida tu contraseña.
- La cuenta es personal. Puedes eliminarla cuando quieras en tu perfil.
- Si tienes menos de 18 años, usa Minga con permiso de tu madre, padre o representante.

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
