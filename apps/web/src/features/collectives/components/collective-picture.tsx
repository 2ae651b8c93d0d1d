import type { Collective } from '@minga/contract/collectives';
import { Weave } from '../../../components/weave.tsx';
import { WovenPicture } from '../../../components/woven-picture.tsx';

interface Props {
  collective: Pick<Collective, '_id' | 'name' | 'image' | 'picture'>;
  /** Its displayed width, as an image's `sizes`. */
  sizes: string;
  isUrgent?: boolean;
}

/** The picture of a collective, or the weave that stands for it. Its container sets the shape. */
export const CollectivePicture = ({ collective, sizes, isUrgent = false }: Props) =>
  collective.image === null ? (
    <Weave seed={collective._id} />
  ) : (
    <WovenPicture of={{ ...collective, title: collective.name }} sizes={sizes} isUrgent={isUrgent} />
  );
