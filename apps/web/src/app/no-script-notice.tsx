/** Shown on server-rendered pages without JavaScript; server-rendered.css then hides what has no effect. */
export const NoScriptNotice = () => (
  <noscript>
    <p className="no-script">
      Puedes leer esta página, buscar y abrir sus enlaces sin JavaScript. Para confirmar tu asistencia hay que
      activarlo.
    </p>
  </noscript>
);
