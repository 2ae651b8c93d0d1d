ALTER TABLE "attendances" ADD COLUMN "last_asked_at" timestamp (3) with time zone;
ALTER TABLE "mails" ADD COLUMN "state" text DEFAULT 'ready' NOT NULL;
ALTER TABLE "mails" ADD COLUMN "kind" text;
ALTER TABLE "mails" ADD COLUMN "mailbox" text;
ALTER TABLE "mails" ADD COLUMN "sender" text;
ALTER TABLE "mails" ADD COLUMN "activity_id" uuid;
ALTER TABLE "mails" ADD COLUMN "fact" text;
ALTER TABLE "mails" ADD COLUMN "fact_before" text;
ALTER TABLE "mails" ADD COLUMN "admitted_at" timestamp (3) with time zone;
CREATE INDEX "mails_mailbox_index" ON "mails" USING btree ("mailbox","admitted_at") WHERE "mails"."mailbox" is not null;
CREATE INDEX "mails_waiting_index" ON "mails" USING btree ("state","mailbox","created_at") WHERE "mails"."state" in ('held', 'review');
ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('new', 'ready', 'held', 'review', 'gathered', 'dropped'));
--> statement-breakpoint
UPDATE "attendances" SET "last_asked_at" = "asked_again_at" WHERE "asked_again_at" IS NOT NULL;
