import { type Accessibility, accessibilityNames } from '@minga/contract/accessibility';

interface SignProps {
  readonly name: Accessibility;
  readonly size: number;
}

/** The sign of a facility, from a file that is loaded with the first sign. Decorative: its name stands next to it. */
export const AccessibilitySign = ({ name, size }: SignProps) => (
  <svg width={size} height={size} aria-hidden>
    <use href={`/signs.svg#${name}`} />
  </svg>
);

interface SignsProps {
  readonly names: readonly Accessibility[];
  readonly className: string | undefined;
}

/** Small signs of what there is for people with particular needs, with their names for screen readers. */
export const AccessibilitySigns = ({ names, className }: SignsProps) =>
  names.length === 0 ? null : (
    <span className={className} title={textOf(names)}>
      {names.map(name => (
        <AccessibilitySign key={name} name={name} size={16} />
      ))}
      <span className="unseen">{textOf(names)}</span>
    </span>
  );

const textOf = (names: readonly Accessibility[]) => names.map(name => accessibilityNames[name]).join(', ');
