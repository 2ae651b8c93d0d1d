CREATE TABLE "activity_posters" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"title" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL
);

CREATE TABLE "activity_short_ids" (
	"short_id" text PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	CONSTRAINT "activity_short_ids_short_id" CHECK ("activity_short_ids"."short_id" ~ '^[0-9A-HJKMNP-TV-Z]{7}$')
);

CREATE TABLE "place_codes" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"code" "bytea" NOT NULL,
	CONSTRAINT "place_codes_code" CHECK (octet_length("place_codes"."code") = 16)
);

ALTER TABLE "saved_searches" DROP CONSTRAINT "saved_searches_key";
ALTER TABLE "saved_searches" DROP CONSTRAINT "saved_searches_filter";
ALTER TABLE "activities" ADD COLUMN "accessibility" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "activities" ADD COLUMN "chat_url" text;
ALTER TABLE "activities" ADD COLUMN "self_check_in" boolean DEFAULT false NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "is_self_checked_in" boolean DEFAULT false NOT NULL;
ALTER TABLE "saved_searches" ADD COLUMN "accessibility" text[] DEFAULT '{}' NOT NULL;
ALTER TABLE "activity_posters" ADD CONSTRAINT "activity_posters_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "place_codes" ADD CONSTRAINT "place_codes_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "activity_short_ids_activity_id_key" ON "activity_short_ids" USING btree ("activity_id");
CREATE UNIQUE INDEX "place_codes_code_key" ON "place_codes" USING btree ("code");
CREATE INDEX "activities_accessibility_index" ON "activities" USING gin ("accessibility");
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_key" UNIQUE NULLS NOT DISTINCT("user_id","q","place","category","tag","collective_id","is_room_required","latitude","longitude","radius_km","accessibility");
ALTER TABLE "activities" ADD CONSTRAINT "activities_accessibility" CHECK ("activities"."accessibility" <@ array['sin-escalones', 'bano-accesible', 'parqueadero', 'transporte-publico', 'lengua-de-senas', 'sombra', 'sillas', 'ninos', 'mascotas'] and cardinality("activities"."accessibility") <= 9);
ALTER TABLE "activities" ADD CONSTRAINT "activities_chat_url" CHECK ("activities"."chat_url" like 'https://%' and char_length("activities"."chat_url") <= 300);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_self_checked_in" CHECK (not "attendances"."is_self_checked_in" or "attendances"."checked_in_at" is not null);
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_filter" CHECK (num_nonnulls("saved_searches"."words", "saved_searches"."category", "saved_searches"."tag", "saved_searches"."collective_id", "saved_searches"."latitude") > 0 or "saved_searches"."is_room_required" or cardinality("saved_searches"."accessibility") > 0);
-- Seven characters of Crockford's base 32 from bytes of a UUID that are random.
CREATE FUNCTION "random_short_id"() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + (get_byte(source.bytes, position) & 31), 1), '')
  FROM (SELECT uuid_send(gen_random_uuid()) AS bytes) source, unnest(array[0, 1, 2, 3, 4, 5, 7]) position
$$;
-- Gives these activities a short identifier that no activity has had.
CREATE FUNCTION "add_short_ids"(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOOP
    INSERT INTO activity_short_ids (short_id, activity_id)
    SELECT public.random_short_id(), missing.id FROM unnest(ids) missing (id)
    WHERE NOT EXISTS (SELECT FROM activity_short_ids known WHERE known.activity_id = missing.id)
    ON CONFLICT (short_id) DO NOTHING;
    EXIT WHEN NOT EXISTS (
      SELECT FROM unnest(ids) missing (id)
      WHERE NOT EXISTS (SELECT FROM activity_short_ids known WHERE known.activity_id = missing.id));
  END LOOP;
END $$;
CREATE FUNCTION "add_short_ids_of_new"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.add_short_ids((SELECT array_agg(id) FROM inserted));
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_short_ids" AFTER INSERT ON "activities" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION "add_short_ids_of_new"();
-- All activities at the time of the migration.
SELECT public.add_short_ids(coalesce((SELECT array_agg(id) FROM activities), '{}'));
