import { useDataSaved } from '../../components/use-data-saved.ts';
import { pictureSources } from '../../lib/storage/files.ts';

interface Props {
  readonly url: string;
  readonly alt: string;
  /** How wide it is shown. */
  readonly sizes: string;
  readonly isLazy?: boolean;
  readonly className?: string | undefined;
}

/** A picture of a memory in the version that fits. Where data is saved a lazy one stays a text: a press shows it. */
export const MemoryImage = ({ url, alt, sizes, isLazy = false, className }: Props) =>
  useDataSaved() && isLazy ? (
    <span className={className}>
      <span className="unseen">{`${alt}: `}</span>
      <span>Ver la foto</span>
    </span>
  ) : (
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

/** The widths in which the server stores a picture that is at least as wide. */
const WIDTHS = [320, 640, 1280];

/** The widths of a picture's versions, of the address of its largest: `/imagenes/<id>/<width>.webp`. */
export function imageWidths(url: string): number[] {
  const width = Number(/(\d+)\.webp$/.exec(url)?.[1] ?? 0);
  return width === 0 ? [] : [...WIDTHS.filter(one => one < width), width];
}
