CREATE TABLE "rejection_notices" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "rejection_notices_status" CHECK ("rejection_notices"."status" in ('pending', 'approved', 'held'))
);

ALTER TABLE "rejection_notices" ADD CONSTRAINT "rejection_notices_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "rejection_notices_due_at_index" ON "rejection_notices" USING btree ("due_at");