/** The first focusable element: skips the top bar to the page's `#contenido`. */
export const SkipLink = () => (
  <a href="#contenido" className="skip-link">
    Saltar al contenido
  </a>
);
