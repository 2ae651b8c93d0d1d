import classes from './sentence-list.module.css';

interface Props {
  sentences: readonly string[];
  /** Renders a single sentence as a list, too, as errors are shown (docs/rules.md R7.6). */
  isAlwaysList?: boolean;
}

/** Renders several sentences as a list, a single one as a paragraph. */
export function SentenceList({ sentences, isAlwaysList = false }: Props) {
  if (sentences.length === 1 && !isAlwaysList) return <p>{sentences[0]}</p>;
  return (
    <ul className={classes.list}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
