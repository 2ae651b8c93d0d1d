-- Points on the unit sphere: a GiST index gives those nearest to another, also across the 180th meridian and at the poles.
CREATE EXTENSION IF NOT EXISTS cube WITH SCHEMA public;
-- Dates and text in the same index.
CREATE EXTENSION IF NOT EXISTS btree_gist WITH SCHEMA public;
CREATE FUNCTION public.on_sphere(latitude float8, longitude float8) RETURNS public.cube
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN public.cube(array[
    cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))]);

ALTER TABLE "activities" ADD COLUMN "category" text;
ALTER TABLE "activities" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
CREATE INDEX "activities_category_date_index" ON "activities" USING btree ("category","date") WHERE "activities"."category" is not null;
CREATE INDEX "activities_tags_index" ON "activities" USING gin ("tags");
CREATE INDEX "activities_location_index" ON "activities" USING gist (public.on_sphere("latitude", "longitude"),"date","category") WHERE "activities"."latitude" is not null and not "activities"."is_location_private";
ALTER TABLE "activities" ADD CONSTRAINT "activities_category" CHECK ("activities"."category" in ('ambiente', 'educacion', 'salud', 'alimentacion', 'cultura', 'deporte', 'animales', 'infancia', 'mayores', 'vivienda', 'emergencia', 'otra'));
ALTER TABLE "activities" ADD CONSTRAINT "activities_tags" CHECK (cardinality("activities"."tags") <= 5 and char_length(public.joined("activities"."tags")) <= 160);

-- Words find tags.
ALTER TABLE "activities"
  DROP COLUMN "search_words",
  DROP COLUMN "search_text",
  ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (public.weighed("title", 'A') || public.weighed("place", 'B') || public.weighed(public.joined("responsible"), 'C') || public.weighed(public.joined("tags"), 'C') || public.weighed("description", 'D')) STORED NOT NULL,
  ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain("title" || ' ' || "place" || ' ' || public.joined("responsible") || ' ' || public.joined("tags") || ' ' || "description")) STORED NOT NULL;
CREATE INDEX "activities_search_words_index" ON "activities" USING gin ("search_words");
