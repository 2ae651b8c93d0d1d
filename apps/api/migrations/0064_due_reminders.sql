-- Pending reminders become due work, with their failures. Those that were not planned yet are planned by the next poll.
INSERT INTO "due_work" ("kind", "key", "at", "failures", "retry_at")
  SELECT 'reminders', r.id::text, coalesce(r.due_at, 'epoch'), coalesce(p.failures, 0), p.retry_at
  FROM "reminders" r LEFT JOIN "postponed_work" p ON p.task = 'reminders' AND p.key = r.id::text WHERE r.is_pending;
DELETE FROM "postponed_work" WHERE "task" = 'reminders';
DROP TRIGGER "activities_replan_reminders" ON "activities";
DROP FUNCTION "replan_reminders"();
DROP INDEX "reminders_pending_index";
ALTER TABLE "reminders" DROP COLUMN "due_at";
ALTER TABLE "reminders" DROP COLUMN "is_pending";
-- New reminders, and those whose days or date change, are to be planned: they are due at once, at a time that marks them.
CREATE FUNCTION "plan_reminders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO due_work (kind, key, at) SELECT 'reminders', id::text, 'epoch' FROM reminders WHERE id = NEW.id OR activity_id = NEW.id
    ON CONFLICT (kind, key) DO UPDATE SET at = excluded.at, failures = 0, retry_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER "reminders_plan_inserted" AFTER INSERT ON "reminders" FOR EACH ROW EXECUTE FUNCTION "plan_reminders"();
CREATE TRIGGER "reminders_plan" AFTER UPDATE OF "days_before" ON "reminders"
  FOR EACH ROW WHEN (OLD.days_before IS DISTINCT FROM NEW.days_before) EXECUTE FUNCTION "plan_reminders"();
CREATE TRIGGER "activities_plan_reminders" AFTER UPDATE OF "date" ON "activities"
  FOR EACH ROW WHEN (OLD.date IS DISTINCT FROM NEW.date) EXECUTE FUNCTION "plan_reminders"();
