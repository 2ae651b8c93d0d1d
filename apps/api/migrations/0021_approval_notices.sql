CREATE TABLE "approval_notices" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "approval_notices" ADD CONSTRAINT "approval_notices_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "approval_notices_due_at_index" ON "approval_notices" USING btree ("due_at");