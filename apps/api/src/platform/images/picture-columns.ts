import { images } from './schema.ts';

const { id, width, height, widths, hasAvif, placeholder } = images;

/** The columns of an image that `presentPicture` takes. */
export const pictureColumns = { id, width, height, widths, hasAvif, placeholder };
