CREATE TABLE "attendance_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"attendance_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "attendance_links" ADD CONSTRAINT "attendance_links_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "attendance_links_attendance_id_index" ON "attendance_links" USING btree ("attendance_id");
CREATE INDEX "attendances_activity_id_created_at_index" ON "attendances" USING btree ("activity_id","created_at","id");
CREATE INDEX "attendances_proof_hash_index" ON "attendances" USING btree ("proof_hash") WHERE "attendances"."proof_hash" is not null;