ALTER TABLE "attendances" ADD COLUMN "duplicate_notified_at" timestamp (3) with time zone;
ALTER TABLE "attendances" ADD COLUMN "change_notified_at" timestamp (3) with time zone;
ALTER TABLE "news_recipients" ADD COLUMN "due_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
ALTER TABLE "news" ADD COLUMN "sender_id" uuid;
ALTER TABLE "attendance_news" ADD COLUMN "is_by_admin" boolean DEFAULT false NOT NULL;
CREATE INDEX "news_recipients_due_at_index" ON "news_recipients" USING btree ("due_at");
CREATE INDEX "news_recipients_attendance_id_index" ON "news_recipients" USING btree ("attendance_id");