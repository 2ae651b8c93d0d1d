ALTER TABLE "activity_posters" ADD COLUMN "end_date" timestamp (3) with time zone;--> statement-breakpoint
-- Posters of before are taken to have printed the present end.
UPDATE "activity_posters" SET "end_date" = "activities"."end_date" FROM "activities" WHERE "activities"."id" = "activity_posters"."activity_id";
