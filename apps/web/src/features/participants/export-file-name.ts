/** File systems take 255 bytes, and a browser may add ' (1)'. */
const TITLE_BYTES_MAX = 180;

// What some system keeps for paths, and what cannot be seen.
const PATH_CHARACTERS = /[\p{Cc}\\/:*?"<>|]/gu;
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;

/** 'asistentes-Siembra de árboles.csv': the title as far as every file system takes it. */
export function exportFileName(title: string): string {
  const clean = title.replace(INVISIBLE, '').replace(PATH_CHARACTERS, ' ').replace(/\s+/g, ' ');
  // Windows drops a dot or a space at the end.
  const name = shortened(clean.trim()).replace(/[. ]+$/, '');
  return `asistentes-${name === '' ? 'actividad' : name}.csv`;
}

function shortened(title: string): string {
  let bytes = 0;
  const fitting = [...title].findIndex(character => {
    bytes += new TextEncoder().encode(character).length;
    return bytes > TITLE_BYTES_MAX;
  });
  return fitting < 0 ? title : [...title].slice(0, fitting).join('');
}
