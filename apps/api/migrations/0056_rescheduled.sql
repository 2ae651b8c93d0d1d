ALTER TABLE "activities" ADD COLUMN "moved_from" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "activities" ADD COLUMN "moved_from_earlier" timestamp (3) with time zone;--> statement-breakpoint
-- Keeps where a published activity was moved from, for its page. Edits within ten minutes of the first are one move, as in the e-mails of
-- change (`changeDueAt`), and a move that ends where it began is none: then the earlier one counts.
CREATE FUNCTION "note_move"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.moved_at IS NULL OR NEW.updated_at >= OLD.moved_at + interval '10 minutes' THEN
    IF OLD.moved_from <> OLD.date THEN
      NEW.moved_from_earlier := OLD.moved_from;
    END IF;
    NEW.moved_from := OLD.date;
    NEW.moved_at := NEW.updated_at;
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "activities_note_move" BEFORE UPDATE OF "date" ON "activities"
  FOR EACH ROW WHEN (OLD.date IS DISTINCT FROM NEW.date AND OLD.published_at IS NOT NULL) EXECUTE FUNCTION "note_move"();--> statement-breakpoint
-- As in 0024, but a party that takes its offered place is a change too, although as many people have places: its calendar entry becomes
-- another (`changes` of migration 0051).
CREATE OR REPLACE FUNCTION "count_places"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    WHERE places.activity_id = change.activity_id;
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
