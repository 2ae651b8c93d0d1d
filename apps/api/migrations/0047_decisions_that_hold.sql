ALTER TABLE "activities" DROP CONSTRAINT "activities_hold";
ALTER TABLE "activities" ADD COLUMN "reviewed_at" timestamp (3) with time zone;
ALTER TABLE "collectives" ADD COLUMN "reviewed_at" timestamp (3) with time zone;
ALTER TABLE "report_cases" ADD COLUMN "is_superseded" boolean DEFAULT false NOT NULL;
ALTER TABLE "activities" ADD CONSTRAINT "activities_hold" CHECK ("activities"."hold_kind" in ('word', 'domain', 'first', 'report', 'rejection') and ("activities"."hold_kind" is null) = ("activities"."hold_term" is null) and ("activities"."status" <> 'held' or "activities"."hold_kind" is not null));