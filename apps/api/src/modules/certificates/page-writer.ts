import PDFDocument from 'pdfkit';
import { FALLBACK_FONT, fallbackFont } from '../../platform/fallback-font.ts';
import { light } from '../../platform/mail/palette.ts';
import { type FontName, fontFiles, runsOf } from './fonts.ts';

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 64 } as const;
export const TEXT_WIDTH = PAGE.width - 2 * PAGE.margin;

export interface TextStyle {
  readonly font: FontName;
  readonly size: number;
  readonly color?: string;
  readonly lineGap?: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The address at which a certificate is verified, and the zone of its dates. */
export interface Site {
  readonly publicUrl: string;
  readonly timeZone: string;
}

interface Info {
  readonly title: string;
  readonly subject: string;
  readonly createdAt: Date;
}

/** The tags of a PDF's structure that certificates use. */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure';

/**
 * Writes a tagged PDF, which screen readers read in the order of its parts. The same content gives the same bytes. Text that the fonts
 * lack is replaced (fonts.ts).
 */
export function createPageWriter({ title, subject, createdAt }: Info) {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    // Pages are numbered at the end.
    bufferPages: true,
    pdfVersion: '1.7',
    lang: 'es-CO',
    tagged: true,
    displayTitle: true,
    // Otherwise a standard font, which is not embedded.
    font: '',
    info: { Title: title, Subject: subject, Author: 'Minga', CreationDate: createdAt },
  });
  for (const { name, data } of fontFiles) document.registerFont(name, data);
  let hasFallback = false;
  function selectFont(fontFile: string): void {
    if (fontFile === FALLBACK_FONT && !hasFallback) {
      document.registerFont(FALLBACK_FONT, fallbackFont().data);
      hasFallback = true;
    }
    document.font(fontFile);
  }
  const root = document.struct('Document');
  document.addStructure(root);

  const styled = ({ size, color = light.ink }: TextStyle) => document.fontSize(size).fillColor(color);

  function draw(text: string, style: TextStyle, { x, y, width }: Box): void {
    styled(style);
    const runs = runsOf(text, style.font);
    document.x = x;
    document.y = y;
    runs.forEach(({ text: part, fontFile, isRtl }, index) => {
      selectFont(fontFile);
      const options = {
        ...{ width, lineGap: style.lineGap ?? 0, continued: index < runs.length - 1 },
        // Laid out as a whole, so that its first word is on the right.
        ...(isRtl && { features: [] }),
      };
      if (index === 0) document.text(part, x, y, options);
      else document.text(part, options);
    });
  }

  /** The height of a text; a character of the other font file may differ from it by less than a point. */
  function heightOf(text: string, style: TextStyle, width: number): number {
    const [first] = runsOf(text, style.font);
    if (first === undefined) return 0;
    selectFont(first.fontFile);
    styled(style);
    const whole = runsOf(text, style.font)
      .map(run => run.text)
      .join('');
    return document.heightOfString(whole, { width, lineGap: style.lineGap ?? 0 });
  }

  return {
    document,
    root,
    heightOf,
    /** A part of the structure, with what it writes. */
    part: (tag: Tag, write: () => void, options: { alt?: string } = {}) => {
      root.add(document.struct(tag, options, write));
    },
    /** Writes a text and returns the position below it. */
    text(text: string, style: TextStyle, box: Box): number {
      draw(text, style, box);
      return box.y + heightOf(text, style, box.width);
    },
    /** Draws something that is no content, which screen readers skip. */
    decorate(drawing: () => void, type: 'Layout' | 'Pagination' = 'Layout'): void {
      document.markContent('Artifact', { type });
      drawing();
      document.endMarkedContent();
    },
    /** Ends the document. */
    async end(): Promise<Buffer> {
      root.end();
      const chunks: Buffer[] = [];
      document.on('data', (chunk: Buffer) => chunks.push(chunk));
      const ended = new Promise<void>((resolve, reject) => {
        document.on('end', resolve).on('error', reject);
      });
      document.end();
      await ended;
      return Buffer.concat(chunks);
    },
  };
}

export type PageWriter = ReturnType<typeof createPageWriter>;
