import { VisuallyHidden } from '@mantine/core';
import classes from './sentence-list.module.css';

interface Props {
  sentences: readonly string[];
  /** Renders a single sentence as a list, too: spec 000 section 2 requires it for errors. */
  isAlwaysList?: boolean;
  /** The single sentence starts with a symbol that an icon replaces for the eye: not every font has it. */
  hasMark?: boolean;
}

/** Renders several sentences as a list, a single one as a paragraph. */
export function SentenceList({ sentences, isAlwaysList = false, hasMark = false }: Props) {
  const [sentence = ''] = sentences;
  if (sentences.length === 1 && !isAlwaysList) {
    const start = hasMark ? sentence.indexOf(' ') + 1 : 0;
    return (
      <p className={classes.text}>
        {hasMark && <VisuallyHidden component="span">{sentence.slice(0, start)}</VisuallyHidden>}
        {sentence.slice(start)}
      </p>
    );
  }
  return (
    <ul className={classes.list}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
