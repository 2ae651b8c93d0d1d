/** Gives the headings of one page their ids as GitHub does, so that a link to a section works there and at /ayuda. */
export function headingIds(): (title: string) => string {
  const given = new Map<string, number>();
  return title => {
    const id = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    const before = given.get(id) ?? 0;
    given.set(id, before + 1);
    return before === 0 ? id : `${id}-${before}`;
  };
}
