import type { Collective } from '@minga/contract/collectives';
import { Weave, WovenPicture } from '../../components/brand/weave.tsx';

interface Props {
  collective: Pick<Collective, '_id' | 'name' | 'image' | 'picture'>;
  /** Its displayed width, as an image's `sizes`. */
  sizes: string;
  isUrgent?: boolean;
  /** Stitch size of the weave in pixels, for a shape other than 16:9. */
  stitch?: number;
}

/** The picture of a collective, or the weave that stands for it. Its container sets the shape. */
export const CollectivePicture = ({ collective, sizes, isUrgent = false, stitch }: Props) =>
  collective.image === null ? (
    <Weave seed={collective._id} {...(stitch && { stitch })} />
  ) : (
    <WovenPicture of={{ ...collective, title: collective.name }} sizes={sizes} isUrgent={isUrgent} />
  );
