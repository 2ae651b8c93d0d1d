import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MarkdownText } from './markdown-text.tsx';

/** The content without the element around it. */
const html = (text: string) =>
  renderToStaticMarkup(<MarkdownText text={text} />).replace(/^<div[^>]*>|<\/div>$/g, '');

test.each([
  ['# Uno\n\n## Dos\n\n##### Cinco', '<h2>Uno</h2><h2>Dos</h2><h4>Cinco</h4>'],
  ['Un **dato** y un *plazo*', '<p>Un <strong>dato</strong> y un <em>plazo</em></p>'],
  ['- uno\n- **dos**', '<ul><li>uno</li><li><strong>dos</strong></li></ul>'],
  ['1. uno\n2. dos', '<ol><li>uno</li><li>dos</li></ol>'],
  ['[aquí](/privacidad)', '<p><a href="/privacidad">aquí</a></p>'],
  ['[x](mailto:a@b.co)', '<p><a href="mailto:a@b.co">x</a></p>'],
  ['> nota', '<blockquote><p>nota</p></blockquote>'],
  ['a &amp; b', '<p>a &amp;amp; b</p>'],
])('%j becomes %s', (text, expected) => {
  expect(html(text)).toBe(expected);
});

test.each([
  '<script>alert(1)</script>',
  'Hola <img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '![<b>x</b>](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '`<b>`',
  '| <i>a</i> |\n| --- |\n| <script> |',
])('nothing of %j runs or leads away', text => {
  expect(html(text)).not.toMatch(/<(script|img|i|b|iframe)\b|href="(?!https?:|mailto:|tel:|\/[^/\\]|#)/i);
});

test('text that is nested very deeply is shown', () => {
  const text = `${'> '.repeat(9_000)}fin`;
  expect(html(text)).toContain('fin');
});
