-- Links of the releases before stay without an address: whether one was mailed, or shown before an organiser typed the address, is not stored.
ALTER TABLE "attendance_links" ADD COLUMN "email" text;
-- Nor is it stored whether the address of an attendance was its person's from the beginning: for these rows it counts as typed later.
ALTER TABLE "attendances" ADD COLUMN "corrected" text[] DEFAULT '{email}' NOT NULL;
ALTER TABLE "attendances" ALTER COLUMN "corrected" SET DEFAULT '{}';
ALTER TABLE "attendance_links" ADD CONSTRAINT "attendance_links_email_lower_case" CHECK ("attendance_links"."email" = lower("attendance_links"."email"));
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_corrected" CHECK ("attendances"."corrected" <@ array['name', 'email', 'phone']);
