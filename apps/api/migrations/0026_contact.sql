CREATE TABLE "attendance_clients" (
	"activity_id" uuid NOT NULL,
	"client_id" uuid NOT NULL,
	"attendance_id" uuid,
	CONSTRAINT "attendance_clients_activity_id_client_id_pk" PRIMARY KEY("activity_id","client_id")
);

ALTER TABLE "activities" ADD COLUMN "contact" text DEFAULT 'email' NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "phone" text;
ALTER TABLE "attendance_clients" ADD CONSTRAINT "attendance_clients_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendance_clients" ADD CONSTRAINT "attendance_clients_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "attendance_clients_attendance_id_index" ON "attendance_clients" USING btree ("attendance_id");
CREATE UNIQUE INDEX "attendances_activity_id_phone_key" ON "attendances" USING btree ("activity_id","phone") WHERE "attendances"."phone" is not null;
ALTER TABLE "activities" ADD CONSTRAINT "activities_contact" CHECK ("activities"."contact" in ('email', 'any'));
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_phone" CHECK ("attendances"."phone" ~ '^\+[1-9][0-9]{6,14}$');