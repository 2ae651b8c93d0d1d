CREATE TABLE "site" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid NOT NULL,
	"name" text,
	"place" text,
	"tagline" text,
	"colour" text,
	"logo_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_one" CHECK ("site"."id" = 1),
	CONSTRAINT "site_name" CHECK (char_length("site"."name") between 2 and 30),
	CONSTRAINT "site_place" CHECK (char_length("site"."place") between 1 and 40),
	CONSTRAINT "site_tagline" CHECK (char_length("site"."tagline") <= 120),
	CONSTRAINT "site_colour" CHECK ("site"."colour" ~ '^#[0-9a-f]{6}$')
);

ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "site" ADD CONSTRAINT "site_logo_id_images_id_fk" FOREIGN KEY ("logo_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "site_logo_id_key" ON "site" USING btree ("logo_id");
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job', 'legal-text', 'memory', 'site', 'trust'));
-- Processes read the identity again before they render pages with it, so that channel is notified first.
CREATE FUNCTION "notify_site_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('minga_site', '');
  PERFORM pg_notify('minga_public', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "site_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "site"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_site_change"();
