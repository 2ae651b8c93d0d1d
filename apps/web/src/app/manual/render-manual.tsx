import { siteName } from '../../lib/site-name.ts';
import '../../theme/fonts.css';
import '../../theme/tokens.css';
import '../../theme/layout.css';
import '../../theme/print.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { ManualIndex, ManualPage, type ManualPicture } from './manual-page.tsx';
import {
  INDEX,
  manualFaults,
  manualPath,
  manualPictures,
  manualTexts,
  outlineOf,
  readPage,
} from './manual-source.ts';

const PRODUCT = `Ayuda de ${siteName}`;

interface ManualDocument {
  /** '/ayuda/asistir'. */
  readonly path: string;
  /** Title and meta tags. */
  readonly head: string;
  /** The content of `<body>`. */
  readonly html: string;
}

/** Renders all pages. `sizeOf` returns a picture's size by its address. Throws an error that lists all faults, if any. */
export function renderManual(
  sizeOf: (url: string) => { width: number; height: number },
): readonly ManualDocument[] {
  const pages = [...manualTexts()].map(([name, text]) => readPage(name, text));
  const index = pages.find(({ name }) => name === INDEX);
  if (index === undefined) throw new Error(`the manual has no ${INDEX}.md`);
  const outline = outlineOf(index);
  const urls = manualPictures();
  const faults = manualFaults(pages, outline, urls);
  if (faults.length > 0) throw new Error(`the manual is broken:\n${faults.join('\n')}`);
  const pictures = new Map<string, ManualPicture>(
    [...urls].map(([name, url]) => [name, { url, ...sizeOf(url) }]),
  );
  return pages.map(page => ({
    path: manualPath(page.name),
    head: renderToStaticMarkup(
      <ManualTitle title={page === index ? PRODUCT : `${page.title} · ${PRODUCT}`} description={page.lead} />,
    ),
    html: renderToStaticMarkup(
      page === index ? (
        <ManualIndex index={index} outline={outline} />
      ) : (
        <ManualPage page={page} outline={outline} pictures={pictures} />
      ),
    ),
  }));
}

const ManualTitle = ({ title, description }: { title: string; description: string }) => (
  <>
    <title>{title}</title>
    <meta name="description" content={description} />
    <meta property="og:type" content="article" />
    <meta property="og:site_name" content={siteName} />
    <meta property="og:locale" content="es_CO" />
    <meta property="og:title" content={title} />
    <meta property="og:description" content={description} />
  </>
);
