CREATE TABLE "activity_memories" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_memories_text" CHECK (char_length("activity_memories"."text") <= 2000)
);

CREATE TABLE "activity_memory_images" (
	"activity_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "activity_memory_images_activity_id_position_pk" PRIMARY KEY("activity_id","position"),
	CONSTRAINT "activity_memory_images_position" CHECK ("activity_memory_images"."position" between 0 and 11)
);

CREATE TABLE "certificates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"attendance_id" uuid,
	"user_id" uuid,
	"printed" jsonb NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "certificates_subject" CHECK (num_nonnulls("certificates"."attendance_id", "certificates"."user_id") = 1)
);

CREATE TABLE "feedback" (
	"attendance_id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feedback_rating" CHECK ("feedback"."rating" between 1 and 5),
	CONSTRAINT "feedback_text" CHECK (char_length("feedback"."text") <= 500)
);

ALTER TABLE "attendances" ADD COLUMN "hours" numeric(4, 2);
ALTER TABLE "attendances" ADD COLUMN "feedback_asked_at" timestamp (3) with time zone;
ALTER TABLE "activity_memories" ADD CONSTRAINT "activity_memories_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activity_memory_images" ADD CONSTRAINT "activity_memory_images_activity_id_activity_memories_activity_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activity_memories"("activity_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activity_memory_images" ADD CONSTRAINT "activity_memory_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activity_memory_images_image_id_index" ON "activity_memory_images" USING btree ("image_id");
CREATE UNIQUE INDEX "certificates_number_key" ON "certificates" USING btree ("number");
CREATE UNIQUE INDEX "certificates_attendance_id_key" ON "certificates" USING btree ("attendance_id") WHERE "certificates"."revoked_at" is null;
CREATE INDEX "certificates_user_id_index" ON "certificates" USING btree ("user_id");
CREATE INDEX "feedback_activity_id_index" ON "feedback" USING btree ("activity_id");
CREATE INDEX "attendances_feedback_index" ON "attendances" USING btree ("activity_id") WHERE "attendances"."checked_in_at" is not null and "attendances"."feedback_asked_at" is null;
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_hours" CHECK ("attendances"."hours" between 0.25 and 24 and "attendances"."hours" * 4 = trunc("attendances"."hours" * 4) and ("attendances"."hours" is null or "attendances"."checked_in_at" is not null));