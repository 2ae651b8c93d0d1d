-- The decisions that can still be undone, with their failures.
INSERT INTO "due_work" ("kind", "key", "at", "failures", "retry_at")
  SELECT 'decisions', c.id::text, c.effects_due_at, coalesce(p.failures, 0), p.retry_at FROM "report_cases" c
    LEFT JOIN "postponed_work" p ON p.task = 'decisions' AND p.key = c.id::text WHERE c.effects_due_at IS NOT NULL;
DELETE FROM "postponed_work" WHERE "task" = 'decisions';
ALTER TABLE "report_cases" DROP CONSTRAINT "report_cases_effects";
DROP INDEX "report_cases_effects_index";
CREATE INDEX "report_cases_undoable_index" ON "report_cases" USING btree ("author_id") WHERE "report_cases"."undo" is not null;
ALTER TABLE "report_cases" DROP COLUMN "effects_due_at";
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_effects" CHECK ("report_cases"."undo" is null or "report_cases"."status" = 'closed' and "report_cases"."decision" is not null);