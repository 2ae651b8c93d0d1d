CREATE TABLE "attendance_statistics" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"deletions" integer DEFAULT 0 NOT NULL,
	"counted" jsonb,
	CONSTRAINT "attendance_statistics_one" CHECK ("attendance_statistics"."id" = 1)
);

DROP INDEX "attendances_created_at_index";
CREATE INDEX "activities_created_at_index" ON "activities" USING btree ("created_at","id","status","date","promotion_end");
CREATE INDEX "attendances_created_at_id_index" ON "attendances" USING btree ("created_at","id");