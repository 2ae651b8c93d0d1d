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
  FOR EACH ROW WHEN (OLD.date IS DISTINCT FROM NEW.date AND OLD.published_at IS NOT NULL) EXECUTE FUNCTION "note_move"();
