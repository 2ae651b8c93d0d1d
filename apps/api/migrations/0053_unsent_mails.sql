ALTER TABLE "mails" DROP CONSTRAINT "mails_state_known";
CREATE INDEX "mails_unsent_index" ON "mails" USING btree ("state") WHERE "mails"."state" in ('expired', 'rejected');
ALTER TABLE "mails" ADD CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('new', 'ready', 'held', 'review', 'gathered', 'dropped', 'expired', 'rejected'));