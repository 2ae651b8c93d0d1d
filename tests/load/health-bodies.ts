// Bodies that use every limit of the contract.

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Words that JSON has to escape, up to so many characters. */
export const longText = (characters: number): string =>
  Array.from({ length: Math.ceil(characters / 8) }, (_, index) => `«ñ"${(index * 7919) % 10_000}\n`)
    .join('')
    .slice(0, characters - 1)
    .trim();

const longLine = (characters: number): string => longText(characters).replaceAll('\n', ' ').trim();

/** An activity with 40 needs, 5 questions and 5 goals. */
export function activityFields() {
  const start = Date.now() + 2 * DAY_MS;
  const [date, later] = [new Date(start).toISOString(), new Date(start + HOUR_MS).toISOString()];
  return {
    title: longLine(90),
    description: longText(2000),
    place: longLine(40),
    directions: longText(300),
    date,
    responsible: ['Ana María Muñoz Chantre', 'José Guegia'],
    tags: ['uno', 'dos', 'tres', 'cuatro', 'cinco'],
    capacity: 100_000,
    companionsMax: 9,
    needs: Array.from({ length: 40 }, (_, index) => ({
      kind: 'task',
      name: longLine(56) + index,
      quantity: 1000,
      startsAt: date,
      endsAt: later,
      note: longLine(200),
    })),
    questions: Array.from({ length: 5 }, () => ({
      label: longLine(120),
      kind: 'choice',
      options: Array.from({ length: 10 }, (_, index) => longLine(56) + index),
      required: false,
    })),
    goals: Array.from({ length: 5 }, () => ({ label: longLine(60), target: 1_000_000, unit: 'árboles' })),
  };
}

/** Of 60 dates. */
export const repeat = { frequency: 'daily', interval: 1, count: 60 };

export function activityForm(picture: Buffer): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(activityFields()))
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  form.append('image', new Blob([Uint8Array.from(picture)]), 'foto.gif');
  return form;
}
