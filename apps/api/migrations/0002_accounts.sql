DROP INDEX "email_tokens_user_id_index";
ALTER TABLE "email_tokens" ADD COLUMN "new_email" text;
ALTER TABLE "sessions" ADD COLUMN "address" text DEFAULT '' NOT NULL;
ALTER TABLE "users" ADD COLUMN "gender" text;
-- Of several links of one purpose only the newest was good already.
DELETE FROM "email_tokens" older USING "email_tokens" newer WHERE older.user_id = newer.user_id AND older.purpose = newer.purpose AND older.id < newer.id;
CREATE UNIQUE INDEX "email_tokens_user_id_purpose_key" ON "email_tokens" USING btree ("user_id","purpose");
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_purpose_known" CHECK ("email_tokens"."purpose" in ('verify', 'reset', 'change-email'));
ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_new_email" CHECK (("email_tokens"."purpose" = 'change-email') = ("email_tokens"."new_email" is not null) and "email_tokens"."new_email" = lower("email_tokens"."new_email"));
ALTER TABLE "users" ADD CONSTRAINT "users_gender_known" CHECK ("users"."gender" in ('female', 'male', 'neutral'));
-- Whoever may no longer act, or act so, is signed out in the transaction that says so, whatever wrote it.
CREATE FUNCTION "end_sessions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_end_sessions" AFTER UPDATE OF "password_hash", "role", "is_active" ON "users"
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.role IS DISTINCT FROM NEW.role OR OLD.is_active IS DISTINCT FROM NEW.is_active)
  EXECUTE FUNCTION "end_sessions"();
