import { MessageBox } from '../../../components/message-box.tsx';
import type { Banner } from '../use-banner.ts';

interface Props {
  banner: Pick<Banner, 'failure' | 'success'>;
  takesFocus?: boolean;
}

/** The error and success messages of a panel (spec 001 section 2.2). */
export const BannerMessages = ({ banner, takesFocus = false }: Props) => (
  <>
    <MessageBox kind="error" message={banner.failure} takesFocus={takesFocus} />
    <MessageBox kind="success" message={banner.success} takesFocus={takesFocus} />
  </>
);
