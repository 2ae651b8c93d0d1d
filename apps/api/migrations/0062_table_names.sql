ALTER TABLE "mail_refusals" RENAME TO "mail_unsubscriptions";
ALTER TABLE "mail_unsubscriptions" RENAME CONSTRAINT "mail_refusals_email_hash_kind_pk" TO "mail_unsubscriptions_email_hash_kind_pk";

ALTER TABLE "attendance_news" RENAME TO "attendance_changes";
ALTER TABLE "attendance_changes" RENAME COLUMN "is_coming" TO "is_confirmed";
ALTER TABLE "attendance_changes" RENAME CONSTRAINT "attendance_news_pkey" TO "attendance_changes_pkey";
ALTER TABLE "attendance_changes" RENAME CONSTRAINT "attendance_news_activity_id_activities_id_fk" TO "attendance_changes_activity_id_activities_id_fk";
ALTER INDEX "attendance_news_activity_id_index" RENAME TO "attendance_changes_activity_id_index";

ALTER TABLE "news" RENAME TO "announcements";
ALTER TABLE "announcements" RENAME CONSTRAINT "news_pkey" TO "announcements_pkey";
ALTER TABLE "announcements" RENAME CONSTRAINT "news_message_id_activity_messages_id_fk" TO "announcements_message_id_activity_messages_id_fk";

ALTER TABLE "news_recipients" RENAME TO "announcement_recipients";
ALTER TABLE "announcement_recipients" RENAME COLUMN "news_id" TO "announcement_id";
ALTER TABLE "announcement_recipients" RENAME CONSTRAINT "news_recipients_pkey" TO "announcement_recipients_pkey";
ALTER TABLE "announcement_recipients" RENAME CONSTRAINT "news_recipients_news_id_news_id_fk" TO "announcement_recipients_announcement_id_announcements_id_fk";
ALTER INDEX "news_recipients_due_at_index" RENAME TO "announcement_recipients_due_at_index";
ALTER INDEX "news_recipients_attendance_id_index" RENAME TO "announcement_recipients_attendance_id_index";
ALTER INDEX "news_recipients_due_by_news_index" RENAME TO "announcement_recipients_due_by_announcement_index";
ALTER INDEX "news_recipients_email_index" RENAME TO "announcement_recipients_email_index";

-- The queues of e-mails that are written later, with their waiting jobs and dead letters. A job refers to its queue, which thus
-- cannot be renamed. The first start creates pg-boss's tables after the migrations.
DO $$
DECLARE
  old text;
  new text;
BEGIN
  IF to_regclass('pgboss.queue') IS NULL THEN RETURN; END IF;
  FOR old, new IN VALUES ('account-letters', 'account-emails'), ('attendance-letters', 'attendance-emails') LOOP
    INSERT INTO pgboss.queue SELECT (jsonb_populate_record(queue, jsonb_build_object('name', new))).*
      FROM pgboss.queue WHERE name = old ON CONFLICT DO NOTHING;
    UPDATE pgboss.job SET name = new WHERE name = old;
    UPDATE pgboss.job SET source_name = new WHERE source_name = old;
    DELETE FROM pgboss.queue WHERE name = old;
  END LOOP;
  UPDATE pgboss.job SET data = data - 'letterId' || jsonb_build_object('emailId', data->'letterId') WHERE data ? 'letterId';
END $$;
