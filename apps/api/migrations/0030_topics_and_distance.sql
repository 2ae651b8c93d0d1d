ALTER TABLE "activities" ADD COLUMN "category" text;
ALTER TABLE "activities" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;
CREATE INDEX "activities_category_date_index" ON "activities" USING btree ("category","status","date") WHERE "activities"."category" is not null;
CREATE INDEX "activities_tags_index" ON "activities" USING gin ("tags");
CREATE INDEX "activities_location_index" ON "activities" USING gist (point("longitude", "latitude")) WHERE "activities"."latitude" is not null and not "activities"."is_location_private";
ALTER TABLE "activities" ADD CONSTRAINT "activities_category" CHECK ("activities"."category" in ('ambiente', 'educacion', 'salud', 'alimentacion', 'cultura', 'deporte', 'animales', 'infancia', 'mayores', 'vivienda', 'emergencia', 'otra'));
ALTER TABLE "activities" ADD CONSTRAINT "activities_tags" CHECK (cardinality("activities"."tags") <= 5 and char_length(public.joined("activities"."tags")) <= 160);
-- Great-circle distance in kilometres between two points in WGS 84 degrees, on a sphere (error up to 0.5 %).
CREATE FUNCTION public.distance_km(latitude1 float8, longitude1 float8, latitude2 float8, longitude2 float8) RETURNS float8
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 2 * 6371.0088 * asin(least(1, sqrt(
    sin(radians(latitude2 - latitude1) / 2) ^ 2
    + cos(radians(latitude1)) * cos(radians(latitude2)) * sin(radians(longitude2 - longitude1) / 2) ^ 2)));
