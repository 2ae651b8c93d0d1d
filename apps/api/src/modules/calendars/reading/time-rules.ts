import ICAL from 'ical.js';
import type { Component } from './component-rules.ts';
import { instantOf, localOf, zoneOf } from './zone-rules.ts';

/** A property of an event with its raw values in jCal (RFC 7265). */
export interface Property {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly values: readonly unknown[];
}

type JCal = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]];

export const propertiesOf = (event: Component, name: string): Property[] =>
  (event.jCal[1] as JCal[])
    .filter(([property]) => property === name)
    .map(([, parameters, , ...values]) => ({ parameters, values }));

/** A local time in milliseconds as if it were UTC, with the functions of its zone. */
export interface LocalTime {
  readonly local: number;
  readonly isDay: boolean;
  readonly zone: Zone;
}

interface Zone {
  /** The instant of a local time. */
  instantOf(local: number): number;
  localOf(instant: number): number;
}

const UTC: Zone = { instantOf: local => local, localOf: instant => instant };

const ianaZone = (name: string): Zone => ({
  instantOf: local => instantOf(local, name),
  localOf: instant => localOf(instant, name),
});

/** The zones of a calendar: its TZIDs, and the zone of times without one. */
export interface Zones {
  readonly site: Zone;
  of(tzid: unknown): Zone;
}

/** A TZID is an IANA name, a zone of the file, or a name of Windows; any other is the site's zone. */
export function zonesOf(definitions: readonly Component[], timeZone: string): Zones {
  const inFile = new Map(
    definitions.map(component => [String(component.getFirstPropertyValue('tzid') ?? ''), component]),
  );
  const site = ianaZone(timeZone);
  const known = new Map<string, Zone>();
  const find = (tzid: string): Zone => {
    const name = zoneOf(tzid);
    if (name !== null) return ianaZone(name);
    const component = inFile.get(tzid);
    return component === undefined ? site : fileZone(component, tzid, site);
  };
  return {
    site,
    of(tzid) {
      if (typeof tzid !== 'string' || tzid === '') return site;
      const zone = known.get(tzid) ?? find(tzid);
      known.set(tzid, zone);
      return zone;
    },
  };
}

function fileZone(component: Component, tzid: string, site: Zone): Zone {
  const hasOffset = component.getAllSubcomponents().some(part => part.hasProperty('tzoffsetto'));
  if (!hasOffset) return site;
  const zone = new ICAL.Timezone({ component, tzid });
  const offsetAt = (local: number) => zone.utcOffset(floating(local)) * 1000;
  return {
    instantOf: local => local - offsetAt(local),
    localOf: instant => instant + offsetAt(instant + offsetAt(instant)),
  };
}

/** A time without a zone for the iterator of rules. */
export function floating(local: number): InstanceType<typeof ICAL.Time> {
  const date = new Date(local);
  return ICAL.Time.fromData({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
    second: date.getUTCSeconds(),
    isDate: false,
  });
}

export const localOfTime = ({
  year,
  month,
  day,
  hour,
  minute,
  second,
}: InstanceType<typeof ICAL.Time>): number => utc(year, month, day, hour, minute, second);

function utc(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.setUTCHours(hour, minute, second);
}

const TIME = /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(Z)?)?$/;

/** Parses a raw value such as `2026-12-05T09:00:00`, or returns null if there is no such time. */
function timeOf(value: unknown, tzid: unknown, zones: Zones): LocalTime | null {
  const [, ...parts] = TIME.exec(String(Array.isArray(value) ? value[0] : value)) ?? [];
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(0, 6)
    .map(part => Number(part ?? 0));
  if (parts.length === 0 || hour > 23 || minute > 59 || second > 60) return null;
  const local = utc(year, month, day, hour, minute, Math.min(second, 59));
  const date = new Date(local);
  if (date.getUTCMonth() + 1 !== month || date.getUTCDate() !== day) return null;
  const isDay = parts[3] === undefined;
  return { local, isDay, zone: isDay ? zones.site : parts[6] === 'Z' ? UTC : zones.of(tzid) };
}

/** The first valid time of a property, or null. */
export function firstTime(event: Component, name: string, zones: Zones): LocalTime | null {
  const [property] = propertiesOf(event, name);
  return property === undefined ? null : timeOf(property.values[0], property.parameters.tzid, zones);
}

/** All valid times of the properties of a name. */
export const allTimes = (event: Component, name: string, zones: Zones): LocalTime[] =>
  propertiesOf(event, name).flatMap(({ parameters, values }) =>
    values.flatMap(value => timeOf(value, parameters.tzid, zones) ?? []),
  );

export const instant = ({ local, zone }: LocalTime): number => zone.instantOf(local);
