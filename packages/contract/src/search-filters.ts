import * as z from 'zod/mini';
import { choice } from './choice.ts';
import { isDay, isPoint, isRadius, RADIUS_MAX_KM } from './search-values.ts';
import { optionalLine } from './text.ts';
import { categories, normalizedTag, TAG_MAX } from './topics.ts';
import { accessibilityFilter } from './written-accessibility.ts';

// The filters of a search by topic, day, place and room (docs/rules.md R16.3).

const INVALID_DAY = 'Los días deben tener la forma 2026-12-05';
const INVALID_POINT = '«cerca» debe ser una latitud y una longitud, como 2.44,-76.61';
const INVALID_RADIUS = `El radio debe ser un número de kilómetros entre 1 y ${RADIUS_MAX_KM}`;

const blank = z.pipe(
  z.literal(''),
  z.transform(() => undefined),
);

/** An optional value; an empty one from a form counts as absent. */
const given = <const Schema extends z.ZodMiniType>(schema: Schema, sentence: string) =>
  z.optional(z.union([blank, schema], sentence));

/** A day such as `2026-12-05`, in the site's time zone. */
const day = z.iso.date(INVALID_DAY).check(z.refine(isDay, INVALID_DAY));

/** A point as `lat,lon` in WGS 84 degrees. */
const point = z.pipe(
  z.string(INVALID_POINT).check(z.refine(isPoint, INVALID_POINT)),
  z.transform((value: string) => {
    const [latitude = 0, longitude = 0] = value.split(',').map(Number);
    return { latitude, longitude };
  }),
);

const radius = z.pipe(
  z.string(INVALID_RADIUS).check(z.refine(isRadius, INVALID_RADIUS)),
  z.transform(Number),
);

/** The filters in the query of a search. */
export const filterQuery = {
  categoria: choice(categories, 'La categoría no existe'),
  etiqueta: z.pipe(
    optionalLine(TAG_MAX + 1, 'La etiqueta es demasiado larga'),
    z.transform((tag: string) => normalizedTag(tag)),
  ),
  /** The first day; `hasta` is the last one. Both are inclusive. */
  desde: given(day, INVALID_DAY),
  hasta: given(day, INVALID_DAY),
  /** Restricts the search to activities with free places or without a limit. */
  cupos: choice(['libres'], '«cupos» debe ser «libres»'),
  /** Restricts the search to activities that have all of these. */
  accesible: accessibilityFilter,
  /** Restricts the search to `radio` kilometres around this point, the nearest activities first. */
  cerca: given(point, INVALID_POINT),
  /** The radius in kilometres, which has no effect without `cerca`. */
  radio: given(radius, INVALID_RADIUS),
};

export const dateFilter = choice(['proximas', 'pasadas'], 'La fecha debe ser «proximas» o «pasadas»');
