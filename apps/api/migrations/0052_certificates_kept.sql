CREATE TABLE "detached_hours" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text,
	"proof_hash" "bytea",
	"hours" numeric(4, 2),
	"checked_in_at" timestamp (3) with time zone,
	"activity_id" uuid NOT NULL,
	"title" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"end_date" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"collective" text,
	"detached_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	CONSTRAINT "detached_hours_email_lower_case" CHECK ("detached_hours"."email" = lower("detached_hours"."email"))
);

CREATE TABLE "detached_links" (
	"token_hash" "bytea" NOT NULL,
	"detached_id" uuid NOT NULL,
	"email" text,
	CONSTRAINT "detached_links_token_hash_detached_id_pk" PRIMARY KEY("token_hash","detached_id")
);

ALTER TABLE "certificates" DROP CONSTRAINT "certificates_attendance_id_attendances_id_fk";

ALTER TABLE "activities" ADD COLUMN "former_collective" text;
ALTER TABLE "detached_hours" ADD CONSTRAINT "detached_hours_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "detached_links" ADD CONSTRAINT "detached_links_detached_id_detached_hours_id_fk" FOREIGN KEY ("detached_id") REFERENCES "public"."detached_hours"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "detached_hours_user_id_index" ON "detached_hours" USING btree ("user_id");
CREATE INDEX "detached_hours_email_index" ON "detached_hours" USING btree ("email");
CREATE INDEX "detached_hours_activity_id_index" ON "detached_hours" USING btree ("activity_id");
CREATE INDEX "detached_hours_ends_at_index" ON "detached_hours" USING btree ("ends_at") WHERE "detached_hours"."user_id" is null;
CREATE INDEX "detached_links_detached_id_index" ON "detached_links" USING btree ("detached_id");
CREATE INDEX "certificates_attendance_id_index" ON "certificates" USING btree ("attendance_id");

-- Before an attendance is deleted, whatever the cause: its confirmed hours, what certificates print of its activity, and its links.
CREATE FUNCTION "detach_hours"(attendance "attendances", activity "activities") RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "detached_hours" ("id", "user_id", "name", "email", "proof_hash", "hours", "checked_in_at", "activity_id", "title", "date",
      "end_date", "ends_at", "place", "collective", "detached_at", "withdrawn_at")
    VALUES (attendance.id, (SELECT id FROM "users" WHERE id = attendance.user_id), attendance.name, attendance.email,
      attendance.proof_hash, attendance.hours, attendance.checked_in_at, activity.id, activity.title, activity.date,
      activity.end_date, activity.ends_at, activity.place,
      coalesce((SELECT name FROM "collectives" WHERE id = activity.collective_id AND status = 'active'), activity.former_collective),
      now(), CASE WHEN activity.status IN ('rejected', 'held') THEN now() END)
    ON CONFLICT DO NOTHING;
  INSERT INTO "detached_links" ("token_hash", "detached_id", "email")
    SELECT token_hash, attendance_id, email FROM "attendance_links" WHERE attendance_id = attendance.id
    ON CONFLICT DO NOTHING;
END $$;

CREATE FUNCTION "has_certified"(attendance "attendances") RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT attendance.name IS NOT NULL
    AND (attendance.hours IS NOT NULL OR EXISTS (SELECT FROM "certificates" WHERE attendance_id = attendance.id))
$$;

CREATE FUNCTION "detach_deleted_attendance"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  activity "activities";
BEGIN
  IF public.has_certified(OLD) THEN
    SELECT * INTO activity FROM "activities" WHERE id = OLD.activity_id;
    -- Absent in a cascade, before which the activity's trigger has run.
    IF FOUND THEN PERFORM public.detach_hours(OLD, activity); END IF;
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER "attendances_detach" BEFORE DELETE ON "attendances"
  FOR EACH ROW EXECUTE FUNCTION "detach_deleted_attendance"();

CREATE FUNCTION "detach_attendances_of_deleted"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM public.detach_hours(a, OLD) FROM "attendances" a WHERE a.activity_id = OLD.id AND public.has_certified(a);
  RETURN OLD;
END $$;
CREATE TRIGGER "activities_detach" BEFORE DELETE ON "activities"
  FOR EACH ROW EXECUTE FUNCTION "detach_attendances_of_deleted"();
