import { siteZoneName } from '../../../lib/site-zone-name.ts';
import { adjustPastHour, dayOf, pastNotice, siteToday, toPickerText } from '../picked-date.ts';
import { DateTimeField, type FieldControl } from './date-time-field.tsx';

interface Props extends FieldControl {
  /** The edited activity's date, which stays selectable even if it is past. */
  currentDate: string | null;
}

/** The start of an activity. Past days are disabled except the current one of an edited activity. */
export function DateField({ currentDate, ...field }: Props) {
  const { value, onChange } = field;
  const zone = siteZoneName(new Date());
  return (
    <DateTimeField
      {...field}
      label="Fecha y hora"
      isRequired
      notice={pastNotice(value) ?? (zone === '' ? null : `Es la ${zone}, no la de tu dispositivo.`)}
      firstDay={siteToday()}
      originalDay={currentDate && dayOf(toPickerText(currentDate))}
      onChange={picked => onChange(adjustPastHour(picked, value))}
    />
  );
}
