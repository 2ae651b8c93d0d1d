import classes from './sentence-list.module.css';

interface Props {
  sentences: readonly string[];
  /** A list even of one: so spec 000 section 2 wants refusals. */
  isAlwaysList?: boolean;
}

/** Several sentences as a list, a single one as text. */
export function SentenceList({ sentences, isAlwaysList = false }: Props) {
  if (sentences.length === 1 && !isAlwaysList) return <p className={classes.text}>{sentences[0]}</p>;
  return (
    <ul className={classes.list}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
