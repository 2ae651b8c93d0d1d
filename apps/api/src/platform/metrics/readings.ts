import { Gauge, type Registry } from 'prom-client';

/** A figure as it is now, with a value for each of its labels' values. */
export interface Reading {
  /** Without the prefix `minga_`. */
  readonly name: string;
  readonly help: string;
  readonly values: readonly ReadingValue[];
}

interface ReadingValue {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** What is known without asking anybody is answered at once; the rest when it has come. */
export type Readings = () => readonly Reading[] | Promise<readonly Reading[]>;

/** Writes figures into the registry in the place of those before: what is not read any more is not told any more. */
export async function writeReadings(registry: Registry, sources: readonly Readings[]): Promise<void> {
  const readings = (await Promise.all(sources.map(read => read()))).flat();
  registry.clear();
  for (const { name, help, values } of readings) {
    const labelNames = Object.keys(values[0]?.labels ?? {});
    const gauge = new Gauge({ name: `minga_${name}`, help, labelNames, registers: [registry] });
    for (const { labels = {}, value } of values) gauge.set(labels, value);
  }
}
