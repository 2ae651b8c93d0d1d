CREATE TABLE "approved_publications" (
	"owner_id" uuid NOT NULL,
	"publication_id" uuid NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approved_publications_owner_id_publication_id_pk" PRIMARY KEY("owner_id","publication_id")
);

CREATE TABLE "trust_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid NOT NULL,
	"held_words" text[] NOT NULL,
	"held_domains" text[] NOT NULL,
	"refused_mail_domains" text[] NOT NULL,
	"hold_first" smallint NOT NULL,
	CONSTRAINT "trust_settings_one" CHECK ("trust_settings"."id" = 1),
	CONSTRAINT "trust_settings_hold_first" CHECK ("trust_settings"."hold_first" between 0 and 5),
	CONSTRAINT "trust_settings_entries" CHECK (cardinality("trust_settings"."held_words") <= 500 and cardinality("trust_settings"."held_domains") <= 500 and cardinality("trust_settings"."refused_mail_domains") <= 500)
);

ALTER TABLE "activities" DROP CONSTRAINT "activities_status_known";
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "activities" ADD COLUMN "hold_kind" text;
ALTER TABLE "activities" ADD COLUMN "hold_term" text;
ALTER TABLE "collectives" ADD COLUMN "hold_kind" text;
ALTER TABLE "collectives" ADD COLUMN "hold_term" text;
ALTER TABLE "approved_publications" ADD CONSTRAINT "approved_publications_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activities" ADD CONSTRAINT "activities_hold" CHECK ("activities"."hold_kind" in ('word', 'domain', 'first') and ("activities"."hold_kind" is null) = ("activities"."hold_term" is null) and ("activities"."status" <> 'held' or "activities"."hold_kind" is not null));
ALTER TABLE "activities" ADD CONSTRAINT "activities_status_known" CHECK ("activities"."status" in ('pending', 'approved', 'rejected', 'held'));
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job', 'trust'));
ALTER TABLE "collectives" ADD CONSTRAINT "collectives_hold" CHECK ("collectives"."hold_kind" in ('word', 'domain') and ("collectives"."hold_kind" is null) = ("collectives"."hold_term" is null) and ("collectives"."status" <> 'active' or "collectives"."hold_kind" is null));
-- Written by hand from here on.
-- What was approved before counts for its author.
INSERT INTO "approved_publications" ("owner_id", "publication_id", "approved_at")
SELECT owner_id, coalesce(series_id, id), min(created_at) FROM activities WHERE status = 'approved'
GROUP BY owner_id, coalesce(series_id, id);
