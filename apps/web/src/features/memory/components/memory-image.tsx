import { pictureSources } from '../../../lib/picture-sources.ts';
import { imageWidths } from '../image-widths.ts';

interface Props {
  readonly url: string;
  readonly alt: string;
  /** How wide it is shown. */
  readonly sizes: string;
  readonly isLazy?: boolean;
  readonly className?: string | undefined;
}

/** A picture of a memory in the version that fits. */
export const MemoryImage = ({ url, alt, sizes, isLazy = false, className }: Props) => (
  <img
    className={className}
    src={url}
    srcSet={pictureSources(url, imageWidths(url)) || undefined}
    sizes={sizes}
    alt={alt}
    loading={isLazy ? 'lazy' : 'eager'}
    decoding="async"
  />
);
