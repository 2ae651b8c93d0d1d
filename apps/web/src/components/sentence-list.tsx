import classes from './sentence-list.module.css';

/** What the server says, as it says it: several sentences as a list, a single one as text (spec 000 section 8). */
export function SentenceList({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 1) return <p className={classes.text}>{sentences[0]}</p>;
  return (
    <ul className={classes.list}>
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
