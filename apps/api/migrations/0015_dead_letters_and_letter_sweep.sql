ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
CREATE INDEX "mails_sent_at_index" ON "mails" USING btree ("sent_at");
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'job'));