CREATE TABLE "unconfirmed_mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid,
	"collective_id" uuid,
	"mails" integer NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unconfirmed_mails_mails" CHECK ("unconfirmed_mails"."mails" > 0)
);
ALTER TABLE "added_mailboxes" DROP CONSTRAINT "added_mailboxes_account_id_users_id_fk";
ALTER TABLE "added_mailboxes" DROP CONSTRAINT "added_mailboxes_collective_id_collectives_id_fk";
ALTER TABLE "added_mailboxes" DROP CONSTRAINT "added_mailboxes_activity_id_activities_id_fk";
DROP INDEX "added_mailboxes_account_id_mailed_at_index";
DROP INDEX "added_mailboxes_collective_id_mailed_at_index";
-- The e-mails that count in an allowance move to a table of their own, which outlives the activity.
INSERT INTO "unconfirmed_mails" ("account_id", "collective_id", "mails", "mailed_at")
SELECT "account_id", "collective_id", count(*), "mailed_at" FROM "added_mailboxes" GROUP BY 1, 2, 4;
DELETE FROM "added_mailboxes" WHERE "activity_id" IS NULL;
ALTER TABLE "added_mailboxes" DROP CONSTRAINT "added_mailboxes_pkey";
ALTER TABLE "added_mailboxes" ALTER COLUMN "activity_id" SET NOT NULL;
ALTER TABLE "added_mailboxes" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "addition" text;
ALTER TABLE "activity_messages" ADD COLUMN "unconfirmed" integer DEFAULT 0 NOT NULL;
ALTER TABLE "unconfirmed_mails" ADD CONSTRAINT "unconfirmed_mails_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "unconfirmed_mails" ADD CONSTRAINT "unconfirmed_mails_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "unconfirmed_mails_account_id_mailed_at_index" ON "unconfirmed_mails" USING btree ("account_id","mailed_at");
CREATE INDEX "unconfirmed_mails_collective_id_mailed_at_index" ON "unconfirmed_mails" USING btree ("collective_id","mailed_at");
ALTER TABLE "added_mailboxes" ADD CONSTRAINT "added_mailboxes_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "added_mailboxes_token_hash_index" ON "added_mailboxes" USING btree ("token_hash");
ALTER TABLE "added_mailboxes" DROP COLUMN "account_id";
ALTER TABLE "added_mailboxes" DROP COLUMN "collective_id";
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_addition" CHECK ("attendances"."addition" in ('untold', 'told'));