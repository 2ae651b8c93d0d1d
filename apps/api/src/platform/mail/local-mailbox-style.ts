import { dark, light } from './palette.ts';

/** Contains no `>`, `&` or quotes, which React escapes inside a style element. */
export const stylesheet = `
:root {
  color-scheme: light dark;
  --paper: ${light.paper}; --sheet: ${light.sheet}; --ink: ${light.ink}; --soft: ${light.soft}; --line: ${light.line};
  --link: ${light.forest};
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: ${dark.paper}; --sheet: ${dark.sheet}; --ink: ${dark.ink}; --soft: ${dark.soft}; --line: ${dark.line};
    --link: ${light.maize};
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 Figtree, system-ui, sans-serif; }
header {
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 16px;
  padding: 8px 20px; background: ${light.forest};
}
header a { display: inline-flex; align-items: center; min-height: 44px; color: ${light.paper}; font-size: 1.625rem; font-weight: 700; text-decoration: none; }
header a.app { font-size: 1.0625rem; font-weight: 400; text-decoration: underline; }
.weave {
  height: 12px; background-color: ${light.forest};
  background-image:
    linear-gradient(45deg, ${light.maize} 25%, transparent 25% 75%, ${light.maize} 75%),
    linear-gradient(-45deg, ${light.clay} 25%, transparent 25% 75%, ${light.clay} 75%);
  background-size: 24px 24px;
}
main { max-width: 760px; margin: 0 auto; padding: 24px 20px 64px; }
h1 { margin: 8px 0; font-size: min(1.875rem, 9vw); line-height: 1.2; overflow-wrap: anywhere; hyphens: auto; text-wrap: balance; }
h2 { margin: 32px 0 8px; font-size: 1.3125rem; }
a { color: var(--link); }
a:focus-visible { outline: 3px solid ${light.maize}; outline-offset: 2px; border-radius: 4px; }
main nav { display: flex; flex-wrap: wrap; gap: 8px 24px; }
main nav a, .attachments a { display: inline-flex; align-items: center; min-height: 44px; }
.soft { color: var(--soft); overflow-wrap: anywhere; }
.empty { padding: 40px 20px; border: 2px dashed var(--line); border-radius: 12px; text-align: center; }
.letters { margin: 24px 0; padding: 0; list-style: none; }
.letters li { margin: 0 0 12px; }
.letters a {
  display: grid; gap: 2px; padding: 16px 20px; border: 1px solid var(--line); border-radius: 12px;
  background: var(--sheet); color: var(--ink); text-decoration: none; overflow-wrap: anywhere;
}
.letters a:hover { border-color: var(--link); }
.subject { font-size: 1.1875rem; font-weight: 600; hyphens: auto; }
.recipient, .letters time { color: var(--soft); font-size: 0.9375rem; }
.attachments { margin: 0; padding: 0; list-style: none; overflow-wrap: anywhere; }
iframe {
  display: block; width: 100%; height: 840px; margin: 16px 0; border: 1px solid var(--line); border-radius: 12px;
  background: var(--paper);
}
@media (max-width: 600px) { iframe { height: 1240px; } }
pre {
  margin: 0; padding: 20px; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet);
  font: 0.9375rem/1.6 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere;
}
`;
