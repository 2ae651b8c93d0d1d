CREATE TABLE "check_ins" (
	"activity_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"attendance_id" uuid,
	"result" text DEFAULT 'unknown' NOT NULL,
	CONSTRAINT "check_ins_activity_id_id_pk" PRIMARY KEY("activity_id","id")
);

ALTER TABLE "activities" ADD COLUMN "goals" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "code" "bytea" DEFAULT substring(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) from 1 for 16) NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "checked_in_at" timestamp (3) with time zone;
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "check_ins" ADD CONSTRAINT "check_ins_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "check_ins_attendance_id_index" ON "check_ins" USING btree ("attendance_id");
CREATE UNIQUE INDEX "attendances_code_key" ON "attendances" USING btree ("code");
ALTER TABLE "activities" ADD CONSTRAINT "activities_goals" CHECK (jsonb_typeof("activities"."goals") = 'array' and jsonb_array_length("activities"."goals") <= 5);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_code" CHECK (octet_length("attendances"."code") = 16);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_checked_in" CHECK ("attendances"."checked_in_at" is null or "attendances"."status" = 'confirmed');