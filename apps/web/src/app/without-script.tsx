/** What a painted page is worth to who has switched JavaScript off. What can do nothing then is hidden (first-paint.css). */
export const WithoutScript = () => (
  <noscript>
    <p className="without-script">
      Puedes leer esta página, buscar y abrir sus enlaces sin JavaScript. Para confirmar tu asistencia hay que
      activarlo.
    </p>
  </noscript>
);
