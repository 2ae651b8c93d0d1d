ALTER TABLE "news_recipients" ADD COLUMN "attendance_id" uuid;
ALTER TABLE "mails" ADD COLUMN "attachments" jsonb DEFAULT '[]'::jsonb NOT NULL;