CREATE TABLE "activity_places" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"taken" integer NOT NULL,
	"waiting" integer NOT NULL,
	CONSTRAINT "activity_places_not_negative" CHECK ("activity_places"."taken" >= 0 and "activity_places"."waiting" >= 0)
);

DROP INDEX "attendances_activity_id_created_at_index";
ALTER TABLE "activities" ADD COLUMN "capacity" integer;
ALTER TABLE "activities" ADD COLUMN "companions_max" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "activities" ADD COLUMN "has_waiting_list" boolean DEFAULT true NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "companions" smallint DEFAULT 0 NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "status" text DEFAULT 'confirmed' NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "queue_number" integer;
ALTER TABLE "attendances" ADD COLUMN "offer_expires_at" timestamp (3) with time zone;
ALTER TABLE "attendances" ADD COLUMN "is_over_limit" boolean DEFAULT false NOT NULL;
ALTER TABLE "news_recipients" ADD COLUMN "is_confirmed" boolean DEFAULT true NOT NULL;
ALTER TABLE "activity_places" ADD CONSTRAINT "activity_places_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activity_places_waiting_index" ON "activity_places" USING btree ("activity_id") WHERE "activity_places"."waiting" > 0;
CREATE INDEX "attendances_activity_id_status_index" ON "attendances" USING btree ("activity_id","status","queue_number","created_at","id");
CREATE UNIQUE INDEX "attendances_activity_id_queue_number_key" ON "attendances" USING btree ("activity_id","queue_number") WHERE "attendances"."queue_number" is not null;
CREATE INDEX "attendances_offer_expires_at_index" ON "attendances" USING btree ("offer_expires_at") WHERE "attendances"."offer_expires_at" is not null;
ALTER TABLE "activities" ADD CONSTRAINT "activities_capacity" CHECK ("activities"."capacity" between 1 and 100000);
ALTER TABLE "activities" ADD CONSTRAINT "activities_companions_max" CHECK ("activities"."companions_max" between 0 and 9);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_companions" CHECK ("attendances"."companions" between 0 and 9);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_status" CHECK ("attendances"."status" in ('confirmed', 'waiting', 'offered') and ("attendances"."status" = 'waiting') = ("attendances"."queue_number" is not null) and ("attendances"."status" = 'offered') = ("attendances"."offer_expires_at" is not null));

INSERT INTO "activity_places" ("activity_id", "taken", "waiting")
  SELECT "activity_id", count(*), 0 FROM "attendances" GROUP BY "activity_id";

-- Counts the people of an activity's attendances, and rejects people beyond its capacity whom the organiser did not let in.
CREATE FUNCTION "count_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO activity_places AS places (activity_id, taken, waiting)
      SELECT activity_id,
        coalesce(sum(1 + companions) FILTER (WHERE status <> 'waiting'), 0),
        coalesce(sum(1 + companions) FILTER (WHERE status = 'waiting'), 0)
      FROM added GROUP BY activity_id ORDER BY activity_id
      ON CONFLICT (activity_id) DO UPDATE
        SET taken = places.taken + excluded.taken, waiting = places.waiting + excluded.waiting;
    IF EXISTS (
      SELECT FROM added
        JOIN activities ON activities.id = added.activity_id
        JOIN activity_places ON activity_places.activity_id = added.activity_id
      WHERE added.status <> 'waiting' AND NOT added.is_over_limit AND activity_places.taken > activities.capacity
    ) THEN
      RAISE check_violation USING MESSAGE = 'more people than places', CONSTRAINT = 'activity_places_capacity';
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE activity_places AS places SET taken = places.taken - change.taken, waiting = places.waiting - change.waiting
    FROM (
      SELECT activity_id,
        coalesce(sum(1 + companions) FILTER (WHERE status <> 'waiting'), 0) AS taken,
        coalesce(sum(1 + companions) FILTER (WHERE status = 'waiting'), 0) AS waiting
      FROM removed GROUP BY activity_id
    ) AS change
    WHERE places.activity_id = change.activity_id;
  ELSE
    UPDATE activity_places AS places SET taken = places.taken + change.taken, waiting = places.waiting + change.waiting
    FROM (
      SELECT added.activity_id,
        sum(CASE WHEN added.status = 'waiting' THEN 0 ELSE 1 + added.companions END
          - CASE WHEN removed.status = 'waiting' THEN 0 ELSE 1 + removed.companions END) AS taken,
        sum(CASE WHEN added.status = 'waiting' THEN 1 + added.companions ELSE 0 END
          - CASE WHEN removed.status = 'waiting' THEN 1 + removed.companions ELSE 0 END) AS waiting
      FROM added JOIN removed ON removed.id = added.id
      WHERE (added.status, added.companions) IS DISTINCT FROM (removed.status, removed.companions)
      GROUP BY added.activity_id
    ) AS change
    WHERE places.activity_id = change.activity_id AND (change.taken <> 0 OR change.waiting <> 0);
    IF EXISTS (
      SELECT FROM added
        JOIN removed ON removed.id = added.id
        JOIN activities ON activities.id = added.activity_id
        JOIN activity_places ON activity_places.activity_id = added.activity_id
      WHERE added.status <> 'waiting' AND NOT added.is_over_limit
        AND (removed.status = 'waiting' OR added.companions > removed.companions)
        AND activity_places.taken > activities.capacity
    ) THEN
      RAISE check_violation USING MESSAGE = 'more people than places', CONSTRAINT = 'activity_places_capacity';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "attendances_places_insert" AFTER INSERT ON "attendances" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_places"();
CREATE TRIGGER "attendances_places_delete" AFTER DELETE ON "attendances" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_places"();
CREATE TRIGGER "attendances_places_update" AFTER UPDATE ON "attendances" REFERENCING OLD TABLE AS "removed" NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_places"();

-- Public replies show the places; a burst of confirmations must not empty the caches each time, so these notifications are their own.
CREATE FUNCTION "notify_places_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('minga_places', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "activity_places_change" AFTER INSERT OR UPDATE OR DELETE ON "activity_places"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_places_change"();
