CREATE TABLE "due_work" (
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"failures" smallint DEFAULT 0 NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "due_work_kind_key_pk" PRIMARY KEY("kind","key"),
	CONSTRAINT "due_work_retry" CHECK ("due_work"."failures" > 0 or "due_work"."retry_at" is null)
);

-- The pending resets, with their failures.
INSERT INTO "due_work" ("kind", "key", "at", "failures", "retry_at")
  SELECT 'factorResets', r.user_id::text, r.due_at, coalesce(p.failures, 0), p.retry_at FROM "second_factor_resets" r
    LEFT JOIN "postponed_work" p ON p.task = 'factorResets' AND p.key = r.user_id::text;
DELETE FROM "postponed_work" WHERE "task" = 'factorResets';

ALTER TABLE "second_factor_resets" DROP CONSTRAINT "second_factor_resets_order";
DROP INDEX "second_factor_resets_due_at_index";
CREATE INDEX "due_work_at_index" ON "due_work" USING btree ("kind","at");
ALTER TABLE "second_factor_resets" DROP COLUMN "due_at";