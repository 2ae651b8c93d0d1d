ALTER TABLE "detached_hours" ADD COLUMN "withdrawn_because" text;
ALTER TABLE "detached_hours" ADD COLUMN "reduced_id" uuid;
ALTER TABLE "detached_hours" ADD COLUMN "remaining_hours" numeric(4, 2);
CREATE INDEX "detached_hours_reduced_id_index" ON "detached_hours" USING btree ("reduced_id") WHERE "detached_hours"."reduced_id" is not null;
ALTER TABLE "detached_hours" ADD CONSTRAINT "detached_hours_reduced" CHECK ("detached_hours"."reduced_id" is null or ("detached_hours"."hours" > 0 and "detached_hours"."withdrawn_at" is not null and num_nonnulls("detached_hours"."user_id", "detached_hours"."email") > 0));

-- Whether an activity takes the confirmed hours of its helpers: it was rejected, also if an edit since waits for a review, or it was never
-- public. A review of one that was public takes none.
CREATE FUNCTION "takes_hours"(status text, hold_kind text, published_at timestamptz) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT status = 'rejected' OR (status = 'held' AND (published_at IS NULL OR hold_kind IN ('rejection', 'report')))
$$;

CREATE OR REPLACE FUNCTION "detach_hours"(attendance "attendances", activity "activities") RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  is_taken boolean := public.takes_hours(activity.status, activity.hold_kind, activity.published_at);
BEGIN
  INSERT INTO "detached_hours" ("id", "user_id", "name", "email", "proof_hash", "hours", "checked_in_at", "activity_id", "title", "date",
      "end_date", "ends_at", "place", "collective", "detached_at", "withdrawn_at", "withdrawn_because")
    VALUES (attendance.id, (SELECT id FROM "users" WHERE id = attendance.user_id), attendance.name, attendance.email,
      attendance.proof_hash, attendance.hours, attendance.checked_in_at, activity.id, activity.title, activity.date,
      activity.end_date, activity.ends_at, activity.place,
      coalesce((SELECT name FROM "collectives" WHERE id = activity.collective_id AND status = 'active'), activity.former_collective),
      now(), CASE WHEN is_taken THEN now() END, CASE WHEN is_taken THEN 'rejected' END)
    ON CONFLICT DO NOTHING;
  INSERT INTO "detached_links" ("token_hash", "detached_id", "email")
    SELECT token_hash, attendance_id, email FROM "attendance_links" WHERE attendance_id = attendance.id
    ON CONFLICT DO NOTHING;
END $$;

-- After confirmed hours of an attendance became fewer or none, whatever the cause: what its person has lost, as of the most that was
-- ever confirmed. Hours that are confirmed again lower or delete the row.
CREATE FUNCTION "record_reduced_hours"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_same boolean := NEW.user_id IS NOT DISTINCT FROM OLD.user_id AND NEW.email IS NOT DISTINCT FROM OLD.email;
  remaining numeric := CASE WHEN is_same THEN NEW.hours END;
  is_reduced boolean := coalesce(remaining, 0) < coalesce(OLD.hours, 0);
  lost numeric := coalesce(OLD.hours, 0) - coalesce(remaining, 0);
  earlier "detached_hours";
BEGIN
  FOR earlier IN DELETE FROM "detached_hours"
      WHERE reduced_id = OLD.id AND (user_id = OLD.user_id OR email = OLD.email) RETURNING * LOOP
    lost := lost + earlier.hours;
  END LOOP;
  IF lost > 0 AND OLD.name IS NOT NULL AND num_nonnulls(OLD.user_id, OLD.email) > 0 THEN
    INSERT INTO "detached_hours" ("id", "user_id", "name", "email", "hours", "checked_in_at", "activity_id", "title", "date", "end_date",
        "ends_at", "place", "collective", "detached_at", "withdrawn_at", "withdrawn_because", "reduced_id", "remaining_hours")
      SELECT gen_random_uuid(), OLD.user_id, OLD.name, OLD.email, lost, OLD.checked_in_at, a.id, a.title, a.date, a.end_date, a.ends_at,
        a.place, a.former_collective, now(), CASE WHEN is_reduced THEN now() ELSE earlier.withdrawn_at END,
        CASE WHEN NOT is_reduced THEN earlier.withdrawn_because WHEN NOT is_same THEN 'replaced'
          WHEN NEW.checked_in_at IS NULL THEN 'check-in-undone' ELSE 'corrected' END,
        OLD.id, remaining
      FROM "activities" a WHERE a.id = OLD.activity_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "attendances_reduce_hours" AFTER UPDATE OF "hours" ON "attendances"
  FOR EACH ROW WHEN (OLD.hours IS DISTINCT FROM NEW.hours) EXECUTE FUNCTION "record_reduced_hours"();
