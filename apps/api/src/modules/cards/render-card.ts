import { type Drawing, draw } from '../../platform/images/drawing.ts';
import { PREVIEW_HEIGHT, PREVIEW_WIDTH } from '../../platform/images/urls.ts';
import { light } from '../../platform/mail/palette.ts';
import { readCardFonts } from './card-fonts.ts';
import { type CardTexts, MARGIN, WEAVE_WIDTH } from './card-layout.ts';
import { renderCardText } from './card-text.ts';
import { cardWeave, WEAVE_COLUMNS, WEAVE_ROWS } from './card-weave.ts';

export interface CardDrawing {
  /** The activity's, which decides the weave. */
  readonly id: string;
  readonly texts: CardTexts;
}

const fonts = readCardFonts();

/** Draws a card as PNG. Runs in the image process. */
export const renderCard = async ({ id, texts }: CardDrawing): Promise<Buffer> =>
  draw(cardOf(id, await renderCardText(texts, await fonts)));

function cardOf(id: string, textSvg: string): Drawing {
  const weave = `<svg xmlns="http://www.w3.org/2000/svg" width="${WEAVE_WIDTH}" height="${PREVIEW_HEIGHT}" viewBox="0 0 ${WEAVE_COLUMNS} ${WEAVE_ROWS}" shape-rendering="crispEdges">${cardWeave(id)}</svg>`;
  return {
    width: PREVIEW_WIDTH,
    height: PREVIEW_HEIGHT,
    background: light.paper,
    layers: [
      { svg: textSvg, left: MARGIN, top: MARGIN },
      { svg: weave, left: PREVIEW_WIDTH - WEAVE_WIDTH, top: 0 },
    ],
    format: 'png',
  };
}
