// Loads the app's code, which waits in a template, after the page's first frame: on a slow line it does not compete with what
// that frame needs. A tab in the background renders no frame.
(() => {
  function load() {
    const { content } = document.getElementById('code');
    const styles = content.querySelector('link[rel="stylesheet"]');
    const apply = () => {
      styles.media = 'all';
    };
    // A server-rendered page has its critical CSS and need not wait for the whole.
    if ('serverRendered' in document.getElementById('root').dataset) styles.addEventListener('load', apply);
    else apply();
    document.head.append(content);
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) load();
    else requestAnimationFrame(() => setTimeout(load));
  });
})();
