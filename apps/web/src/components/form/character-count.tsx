import { digits } from '../../lib/digits.ts';
import { DOT } from '../../lib/dot.ts';
import classes from './texts.module.css';

interface Props {
  text: string;
  max: number;
}

/** The number of characters used. As an input's `description` it is announced with the field. */
export function CharacterCount({ text, max }: Props) {
  // Counts code points, as the server and the database do: an emoji is one character, not two units.
  const { length } = [...text];
  const left = max - length;
  return (
    <span className={classes.count} data-over={left < 0 || undefined}>
      {`${left < 0 ? `${left === -1 ? 'Sobra' : 'Sobran'} ${digits(-left)}${DOT}` : ''}${digits(length)} de ${digits(max)} caracteres`}
    </span>
  );
}
