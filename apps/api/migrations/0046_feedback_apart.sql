ALTER TABLE "feedback" DROP CONSTRAINT "feedback_attendance_id_attendances_id_fk";
ALTER TABLE "feedback" DROP CONSTRAINT "feedback_pkey";
ALTER TABLE "feedback" ALTER COLUMN "attendance_id" DROP NOT NULL;
ALTER TABLE "feedback" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "feedback" ADD COLUMN "user_id" uuid;
ALTER TABLE "feedback" ADD COLUMN "changed_at" timestamp (3) with time zone;
ALTER TABLE "feedback" ADD COLUMN "shown_rating" smallint;
ALTER TABLE "feedback" ADD COLUMN "shown_text" text;
ALTER TABLE "feedback" ADD COLUMN "is_text_withheld" boolean DEFAULT false NOT NULL;
-- Organisers have seen what three people or more said.
UPDATE "feedback" SET "changed_at" = "created_at",
  "user_id" = (
    SELECT coalesce("attendances"."user_id", "users"."id") FROM "attendances"
    LEFT JOIN "users" ON "users"."email" = "attendances"."email"
    WHERE "attendances"."id" = "feedback"."attendance_id"
  );
UPDATE "feedback" SET "shown_rating" = "rating", "shown_text" = "text"
  WHERE "activity_id" IN (SELECT "activity_id" FROM "feedback" GROUP BY "activity_id" HAVING count(*) >= 3);
ALTER TABLE "feedback" ALTER COLUMN "changed_at" SET NOT NULL;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "feedback_attendance_id_key" ON "feedback" USING btree ("attendance_id");
CREATE INDEX "feedback_user_id_index" ON "feedback" USING btree ("user_id");
CREATE INDEX "feedback_forgotten_index" ON "feedback" USING btree ("activity_id") WHERE "feedback"."attendance_id" is null and "feedback"."user_id" is null and "feedback"."text" <> '';
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_shown" CHECK (num_nulls("feedback"."shown_rating", "feedback"."shown_text") in (0, 2));
