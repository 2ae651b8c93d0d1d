import '../../theme/tokens.css';
import './embed-document.css';
import type { EmbedRenderer } from '@minga/contract/server-rendering';
import { renderToStaticMarkup } from 'react-dom/server';
import { setSiteTimeZone } from '../../lib/time-zone.ts';
import { EmbeddedActivity } from './embedded-activity.tsx';
import { EmbeddedList } from './embedded-list.tsx';
import { EmbeddedProblem } from './embedded-problem.tsx';

// Renders the pages for other sites' frames as HTML that needs no script and no font. The server calls this module, built by build.ts.

export const renderEmbeddedList: EmbedRenderer['renderEmbeddedList'] = (list, timeZone) => {
  setSiteTimeZone(timeZone);
  return renderToStaticMarkup(<EmbeddedList {...list} />);
};

export const renderEmbeddedActivity: EmbedRenderer['renderEmbeddedActivity'] = (
  activity,
  isPast,
  timeZone,
) => {
  setSiteTimeZone(timeZone);
  return renderToStaticMarkup(<EmbeddedActivity activity={activity} isPast={isPast} />);
};

export const renderEmbeddedProblem: EmbedRenderer['renderEmbeddedProblem'] = sentence =>
  renderToStaticMarkup(<EmbeddedProblem sentence={sentence} />);
