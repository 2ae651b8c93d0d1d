ALTER TABLE "activities" ADD COLUMN "asks_again" boolean DEFAULT false NOT NULL;
ALTER TABLE "activities" ADD COLUMN "asked_again_at" timestamp (3) with time zone;
ALTER TABLE "attendances" ADD COLUMN "placed_at" timestamp (3) with time zone;
ALTER TABLE "attendances" ADD COLUMN "asked_again_at" timestamp (3) with time zone;
ALTER TABLE "attendances" ADD COLUMN "reconfirmed_at" timestamp (3) with time zone;
CREATE INDEX "activities_to_ask_index" ON "activities" USING btree ("date") WHERE "activities"."asks_again" and "activities"."asked_again_at" is null;