ALTER TABLE "activity_places" ADD COLUMN "changes" integer DEFAULT 0 NOT NULL;
ALTER TABLE "news_recipients" ADD COLUMN "ended" jsonb DEFAULT '[]'::jsonb NOT NULL;
CREATE INDEX "activities_publication_index" ON "activities" USING btree (coalesce("published_at", "created_at"),"id");--> statement-breakpoint
-- Each change of who has a place is a newer version of the calendar entries of this activity. It never falls: rows are deleted with their
-- activity only.
CREATE FUNCTION "count_place_changes"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.changes := OLD.changes + 1;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "activity_places_count_changes" BEFORE UPDATE ON "activity_places"
  FOR EACH ROW EXECUTE FUNCTION "count_place_changes"();
