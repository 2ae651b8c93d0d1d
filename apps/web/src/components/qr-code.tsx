import { encodeQR } from 'qr';
import { useMemo } from 'react';
import classes from './qr-code.module.css';

interface Props {
  text: string;
  /** Names the image for screen readers. */
  label: string;
}

/** Modules of white around the code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** A QR code, as wide as its place and black on white in both colour schemes, since many readers need dark modules on a light ground. */
export function QrCode({ text, label }: Props) {
  const { size, path } = useMemo(() => drawing(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes.code}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path: a rectangle for each run of them in a row. */
function drawing(text: string): { size: number; path: string } {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE });
  const runs = rows.flatMap((row, y) => {
    const line = row.map(isDark => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    );
  });
  return { size: rows.length, path: runs.join('') };
}
