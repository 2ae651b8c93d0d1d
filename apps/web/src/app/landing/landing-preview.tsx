import { LandingPage } from './landing-page.tsx';

const unknown = {
  figures: null,
  upcoming: null,
  contactEmail: null,
  contactPhone: null,
  apkUrl: null,
  sourceUrl: null,
};

/** The page without the server's data, for development. */
const LandingPreview = () => <LandingPage landing={{ ...unknown, year: new Date().getFullYear() }} />;

export default LandingPreview;
