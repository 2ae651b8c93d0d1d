// WordPress shows frames that oEmbed names in a sandbox without new tabs and without a way to other pages. It gives each a secret in its
// address, and follows the links and the height that the frame tells it (wp-embed.js). Elsewhere this does nothing.
(() => {
  const [, secret] = /[#&?]secret=([a-zA-Z0-9]+)/.exec(location.hash) ?? [];
  if (secret === undefined || parent === window) return;

  // What it tells is public, and the page of WordPress may be on any site.
  const tell = (message, value) => parent.postMessage({ message, value, secret }, '*');
  const tellHeight = () => tell('height', Math.ceil(document.documentElement.scrollHeight));

  addEventListener('load', tellHeight);
  addEventListener('resize', tellHeight);
  addEventListener('message', ({ data, source }) => {
    // WordPress is ready later than the frame.
    if (source === parent && data?.message === 'ready' && data.secret === secret) tellHeight();
  });
  addEventListener('click', event => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null) return;
    event.preventDefault();
    tell('link', link.href);
  });
  // The page of WordPress goes there: no new tab opens.
  addEventListener('DOMContentLoaded', () => {
    for (const link of document.querySelectorAll('a')) {
      link.removeAttribute('target');
      link.removeAttribute('aria-describedby');
    }
  });
})();
