CREATE TABLE "activity_tags" (
	"activity_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_tags_activity_id_tag_pk" PRIMARY KEY("activity_id","tag")
);

ALTER TABLE "activity_tags" ADD CONSTRAINT "activity_tags_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activity_tags_tag_date_index" ON "activity_tags" USING btree ("tag","date","activity_id");
CREATE FUNCTION "write_activity_tags"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM public.activity_tags WHERE activity_id = NEW.id AND NOT tag = ANY (NEW.tags);
  INSERT INTO public.activity_tags (activity_id, tag, date)
  SELECT DISTINCT NEW.id, given.tag, NEW.date FROM unnest(NEW.tags) given (tag)
  ON CONFLICT (activity_id, tag) DO UPDATE SET date = excluded.date;
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_tags_of_new" AFTER INSERT ON "activities"
  FOR EACH ROW WHEN (NEW.tags <> '{}') EXECUTE FUNCTION "write_activity_tags"();
CREATE TRIGGER "activities_tags_of_changed" AFTER UPDATE OF "tags", "date" ON "activities"
  FOR EACH ROW WHEN (OLD.tags <> NEW.tags OR OLD.date <> NEW.date AND NEW.tags <> '{}') EXECUTE FUNCTION "write_activity_tags"();
-- All activities at the time of the migration.
INSERT INTO "activity_tags" ("activity_id", "tag", "date")
SELECT DISTINCT id, given.tag, date FROM "activities", unnest(tags) given (tag);
