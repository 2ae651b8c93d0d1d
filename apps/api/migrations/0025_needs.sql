CREATE TABLE "activity_needs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"quantity" integer NOT NULL,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"note" text NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "activity_needs_kind" CHECK ("activity_needs"."kind" in ('task', 'thing')),
	CONSTRAINT "activity_needs_name_length" CHECK (char_length("activity_needs"."name") between 1 and 60),
	CONSTRAINT "activity_needs_note_length" CHECK (char_length("activity_needs"."note") <= 200),
	CONSTRAINT "activity_needs_quantity" CHECK ("activity_needs"."quantity" between 1 and 1000),
	CONSTRAINT "activity_needs_taken" CHECK ("activity_needs"."taken" between 0 and "activity_needs"."quantity"),
	CONSTRAINT "activity_needs_times" CHECK (("activity_needs"."starts_at" is null) = ("activity_needs"."ends_at" is null) and coalesce("activity_needs"."starts_at" < "activity_needs"."ends_at", true) and ("activity_needs"."kind" = 'task' or "activity_needs"."starts_at" is null))
);

CREATE TABLE "attendance_claims" (
	"attendance_id" uuid NOT NULL,
	"need_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendance_claims_attendance_id_need_id_pk" PRIMARY KEY("attendance_id","need_id"),
	CONSTRAINT "attendance_claims_quantity" CHECK ("attendance_claims"."quantity" between 1 and 1000)
);

ALTER TABLE "activities" ADD COLUMN "needs_required" boolean DEFAULT false NOT NULL;
ALTER TABLE "activity_needs" ADD CONSTRAINT "activity_needs_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendance_claims" ADD CONSTRAINT "attendance_claims_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendance_claims" ADD CONSTRAINT "attendance_claims_need_id_activity_needs_id_fk" FOREIGN KEY ("need_id") REFERENCES "public"."activity_needs"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activity_needs_activity_id_position_index" ON "activity_needs" USING btree ("activity_id","position");
CREATE INDEX "attendance_claims_need_id_index" ON "attendance_claims" USING btree ("need_id");

-- Counts what is claimed of each need; its check rejects claims beyond its quantity.
CREATE FUNCTION "count_claims"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE activity_needs SET taken = taken - change.quantity
    FROM (SELECT need_id, sum(quantity) AS quantity FROM removed GROUP BY need_id) AS change
    WHERE activity_needs.id = change.need_id;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE activity_needs SET taken = taken + change.quantity
    FROM (SELECT need_id, sum(quantity) AS quantity FROM added GROUP BY need_id) AS change
    WHERE activity_needs.id = change.need_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "attendance_claims_insert" AFTER INSERT ON "attendance_claims" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_claims"();
CREATE TRIGGER "attendance_claims_delete" AFTER DELETE ON "attendance_claims" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_claims"();
CREATE TRIGGER "attendance_claims_update" AFTER UPDATE ON "attendance_claims" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_claims"();

-- Public replies show what is claimed, as they show places.
CREATE TRIGGER "activity_needs_change" AFTER UPDATE OF "taken" ON "activity_needs"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_places_change"();
