ALTER TABLE "registrations" ADD COLUMN "link_expires_at" timestamp (3) with time zone;
-- Until now a sign-up expired with its link.
UPDATE "registrations" SET "link_expires_at" = "expires_at" WHERE "token_hash" IS NOT NULL;
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_link" CHECK (("registrations"."token_hash" is null) = ("registrations"."link_expires_at" is null));