ALTER TABLE "attendance_news" ADD COLUMN "about_hash" "bytea";
ALTER TABLE "notifications" ADD COLUMN "about_hash" "bytea";
CREATE INDEX "notifications_about_hash_index" ON "notifications" USING btree ("about_hash") WHERE "notifications"."about_hash" is not null;