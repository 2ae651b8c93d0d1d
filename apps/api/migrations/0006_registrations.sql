CREATE TABLE "registrations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"password_hash" text NOT NULL,
	"token_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "registrations_email_lower_case" CHECK ("registrations"."email" = lower("registrations"."email"))
);

ALTER TABLE "email_tokens" DROP CONSTRAINT "email_tokens_purpose_known";
ALTER TABLE "mails" ADD COLUMN "account_id" uuid;
CREATE UNIQUE INDEX "registrations_token_hash_key" ON "registrations" USING btree ("token_hash");
CREATE INDEX "registrations_email_index" ON "registrations" USING btree ("email","id");
CREATE INDEX "registrations_expires_at_index" ON "registrations" USING btree ("expires_at");
CREATE INDEX "mails_recipient_index" ON "mails" USING btree ("recipient");
CREATE INDEX "mails_account_id_index" ON "mails" USING btree ("account_id");
-- Who has registered and not verified moves over, with the link that is on its way.
INSERT INTO "registrations" (id, username, email, phone, password_hash, token_hash, created_at, expires_at)
SELECT u.id, u.username, u.email, u.phone, u.password_hash, t.token_hash, u.created_at, coalesce(t.expires_at, u.created_at + interval '24 hours')
FROM "users" u LEFT JOIN "email_tokens" t ON t.user_id = u.id AND t.purpose = 'verify' WHERE u.email_verified_at IS NULL;
DELETE FROM "email_tokens" WHERE purpose = 'verify';
DELETE FROM "users" WHERE email_verified_at IS NULL;
ALTER TABLE "users" DROP COLUMN "email_verified_at";
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose_known" CHECK ("email_tokens"."purpose" in ('reset', 'change-email'));