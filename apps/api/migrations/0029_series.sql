CREATE TABLE "activity_series" (
	"id" uuid PRIMARY KEY NOT NULL,
	"frequency" text NOT NULL,
	"interval" smallint NOT NULL,
	"weekdays" text[] NOT NULL,
	"count" smallint NOT NULL,
	CONSTRAINT "activity_series_rule" CHECK ("activity_series"."interval" between 1 and 12 and "activity_series"."count" between 2 and 60 and "activity_series"."frequency" in ('daily', 'weekly', 'monthly')
        and ("activity_series"."frequency" = 'weekly') = (cardinality("activity_series"."weekdays") > 0) and "activity_series"."weekdays" <@ '{mo,tu,we,th,fr,sa,su}')
);

CREATE TABLE "series_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);

DROP INDEX "activities_image_id_key";
DROP INDEX "activities_status_date_index";
ALTER TABLE "attendance_links" DROP CONSTRAINT "attendance_links_pkey";
ALTER TABLE "attendance_links" ADD CONSTRAINT "attendance_links_token_hash_attendance_id_pk" PRIMARY KEY("token_hash","attendance_id");
ALTER TABLE "activities" ADD COLUMN "series_id" uuid;
ALTER TABLE "activities" ADD COLUMN "series_index" smallint;
ALTER TABLE "activities" ADD COLUMN "is_detached" boolean DEFAULT false NOT NULL;
ALTER TABLE "activity_changes" ADD COLUMN "series_change_id" uuid;
ALTER TABLE "news_recipients" ADD COLUMN "dates" smallint DEFAULT 1 NOT NULL;
CREATE INDEX "series_changes_due_at_index" ON "series_changes" USING btree ("due_at");
ALTER TABLE "activities" ADD CONSTRAINT "activities_series_id_activity_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."activity_series"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "activity_changes" ADD CONSTRAINT "activity_changes_series_change_id_series_changes_id_fk" FOREIGN KEY ("series_change_id") REFERENCES "public"."series_changes"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "activities_image_id_index" ON "activities" USING btree ("image_id");
CREATE UNIQUE INDEX "activities_series_id_index_key" ON "activities" USING btree ("series_id","series_index");
CREATE INDEX "activities_series_id_date_index" ON "activities" USING btree ("series_id","date") WHERE "activities"."series_id" is not null;
CREATE INDEX "activity_changes_series_change_id_index" ON "activity_changes" USING btree ("series_change_id");
CREATE INDEX "activities_status_date_index" ON "activities" USING btree ("status","date","ends_at","series_id");
ALTER TABLE "activities" ADD CONSTRAINT "activities_series" CHECK (("activities"."series_id" is null) = ("activities"."series_index" is null) and "activities"."series_index" > 0 and ("activities"."series_id" is not null or not "activities"."is_detached"));

-- Deletes a series with its last occurrence. It locks the series first, so that of two transactions that delete the last two occurrences
-- the second sees that none is left.
CREATE FUNCTION "delete_empty_series"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM removed WHERE series_id IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM activity_series WHERE id IN (SELECT series_id FROM removed) ORDER BY id FOR UPDATE;
  DELETE FROM activity_series WHERE id IN (SELECT series_id FROM removed)
    AND NOT EXISTS (SELECT FROM activities WHERE activities.series_id = activity_series.id);
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_delete_series" AFTER DELETE ON "activities" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "delete_empty_series"();
