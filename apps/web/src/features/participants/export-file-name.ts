/** File systems allow 255 bytes, and a browser may append ' (1)'. */
const TITLE_BYTES_MAX = 180;

// Characters that are reserved on some system, and invisible ones.
const PATH_CHARACTERS = /[\p{Cc}\\/:*?"<>|]/gu;
const INVISIBLE = /[\p{Cf}\p{Cs}]/gu;

/** 'asistentes-Siembra de árboles.csv': the title in a form that is valid on every file system. */
export function exportFileName(title: string): string {
  const clean = title.replace(INVISIBLE, '').replace(PATH_CHARACTERS, ' ').replace(/\s+/g, ' ');
  // Windows drops trailing dots and spaces.
  const name = truncate(clean.trim()).replace(/[. ]+$/, '');
  return `asistentes-${name === '' ? 'actividad' : name}.csv`;
}

function truncate(title: string): string {
  let bytes = 0;
  const end = [...title].findIndex(character => {
    bytes += new TextEncoder().encode(character).length;
    return bytes > TITLE_BYTES_MAX;
  });
  return end < 0 ? title : [...title].slice(0, end).join('');
}
