CREATE TABLE "erased_visitors" (
	"day" date PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	"addresses" integer NOT NULL,
	CONSTRAINT "erased_visitors_counts" CHECK ("erased_visitors"."people" >= 0 and "erased_visitors"."addresses" >= 0)
);

CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "legal_texts_kind" CHECK ("legal_texts"."kind" in ('privacy', 'terms')),
	CONSTRAINT "legal_texts_text" CHECK (char_length("legal_texts"."text") between 1 and 20000)
);

ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "certificates" ALTER COLUMN "printed" DROP NOT NULL;
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "legal_texts_kind_key" ON "legal_texts" USING btree ("kind");
CREATE INDEX "attendances_visitors_index" ON "attendances" USING btree ("activity_id") WHERE "attendances"."user_id" is null and "attendances"."name" is not null;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job', 'legal-text'));
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_withdrawn" CHECK ("certificates"."printed" is not null or "certificates"."revoked_at" is not null);
-- Written by hand from here on.
CREATE TRIGGER "legal_texts_public_change" AFTER INSERT OR UPDATE OR DELETE ON "legal_texts"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
