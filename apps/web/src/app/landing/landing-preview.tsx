import { LandingPage } from './landing-page.tsx';

const unknown = {
  figures: null,
  upcoming: null,
  contactEmail: null,
  contactPhone: null,
  apkUrl: null,
};

/** The page as it is without what the server tells, for those who work on it. */
const LandingPreview = () => <LandingPage landing={{ ...unknown, year: new Date().getFullYear() }} />;

export default LandingPreview;
