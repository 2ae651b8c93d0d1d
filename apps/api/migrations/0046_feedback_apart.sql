ALTER TABLE "feedback" DROP CONSTRAINT "feedback_attendance_id_attendances_id_fk";
ALTER TABLE "feedback" DROP CONSTRAINT "feedback_pkey";
ALTER TABLE "feedback" ALTER COLUMN "attendance_id" DROP NOT NULL;
ALTER TABLE "feedback" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "feedback" ADD COLUMN "user_id" uuid;
ALTER TABLE "feedback" ADD COLUMN "is_text_withheld" boolean DEFAULT false NOT NULL;
-- The account of the attendance, or the account with its e-mail.
UPDATE "feedback" SET "user_id" = coalesce("attendances"."user_id", "users"."id")
  FROM "attendances" LEFT JOIN "users" ON "users"."email" = "attendances"."email"
  WHERE "attendances"."id" = "feedback"."attendance_id";
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "feedback_attendance_id_key" ON "feedback" USING btree ("attendance_id");
CREATE INDEX "feedback_user_id_index" ON "feedback" USING btree ("user_id");
CREATE INDEX "feedback_forgotten_index" ON "feedback" USING btree ("activity_id") WHERE "feedback"."attendance_id" is null and "feedback"."user_id" is null and "feedback"."text" <> '';
