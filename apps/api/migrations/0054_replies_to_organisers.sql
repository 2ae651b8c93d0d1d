ALTER TABLE "activity_messages" ADD COLUMN "reply_to_me" boolean DEFAULT false NOT NULL;
ALTER TABLE "mails" ADD COLUMN "reply_to" text;
CREATE INDEX "mails_reply_to_index" ON "mails" USING btree ("reply_to") WHERE "mails"."reply_to" is not null;
ALTER TABLE "mails" ADD CONSTRAINT "mails_reply_to_one_line" CHECK ("mails"."reply_to" !~ '[[:cntrl:]]');