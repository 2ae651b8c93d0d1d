DROP INDEX "collectives_name_key_index";
ALTER TABLE "activity_messages" ADD COLUMN "unsubscribed" integer DEFAULT 0 NOT NULL;
ALTER TABLE "activity_messages" ADD COLUMN "without_email" integer DEFAULT 0 NOT NULL;
ALTER TABLE "attendance_news" ADD COLUMN "is_waiting" boolean DEFAULT false NOT NULL;
ALTER TABLE "collectives" DROP COLUMN "name_key";
-- Names are compared by the application since, which folds more look-alikes.
DROP FUNCTION "name_key"(text);
