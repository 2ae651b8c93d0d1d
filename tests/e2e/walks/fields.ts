import type { Locator } from '@playwright/test';
import type { Walker } from './walker.ts';

/** Presses in a phone's own picker of a time: hour, minutes, a.m. or p.m., and to close it. */
const TIME_PRESSES = 4;
/** Presses in a device's own choice of a file: the file, and to confirm. */
const FILE_PRESSES = 2;

type FilePayload = Exclude<Parameters<Locator['setInputFiles']>[0], string | readonly unknown[]>;

/** Replaces a field's text. On the phone the cursor is at its end, unless the field selects it. */
export async function replaceText(walker: Walker, field: Locator, text: string): Promise<void> {
  await walker.enter(field);
  const left = await field.evaluate((input: HTMLInputElement) =>
    input.selectionStart === input.selectionEnd ? input.value.length : 0,
  );
  if (left > 0) await walker.pressKey('End');
  for (let index = 0; index < left; index += 1) await walker.pressKey('Backspace');
  await walker.typeKeys(text);
}

/** Enters a time (`09:00`) in a native input: with the phone's picker, or part by part. */
export async function pickTime(walker: Walker, field: Locator, time: string): Promise<void> {
  await walker.enter(field);
  if (walker.device === 'phone') {
    walker.countPresses(TIME_PRESSES);
    return field.fill(time);
  }
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const parts = [hour % 12 || 12, minute].map(part => String(part).padStart(2, '0'));
  await walker.typeKeys(`${parts.join('')}${hour < 12 ? 'a' : 'p'}`);
}

/** Marks one of a group of radio buttons: with the keyboard by the arrows, from the one that is marked. */
export async function markRadio(walker: Walker, radio: Locator): Promise<void> {
  if (await radio.isChecked()) return;
  if (walker.device === 'phone') return walker.tap(radio);
  const group = radio.locator('xpath=ancestor::fieldset');
  await walker.enter(group.getByRole('radio', { checked: true }));
  while (!(await radio.isChecked())) await walker.pressKey('ArrowDown');
}

export async function attachFile(walker: Walker, field: Locator, file: FilePayload): Promise<void> {
  await walker.enter(field.locator('xpath=ancestor-or-self::label').or(field).last());
  walker.countPresses(FILE_PRESSES);
  await field.setInputFiles(file);
}
