CREATE TABLE "personal_calendars" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "personal_calendars" ADD CONSTRAINT "personal_calendars_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "personal_calendars_secret_hash_key" ON "personal_calendars" USING btree ("secret_hash");
-- The address of a calendar ends with a new password or a deactivation, in the transaction that makes the change.
CREATE FUNCTION "end_personal_calendar"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM personal_calendars WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_end_personal_calendar" AFTER UPDATE OF "password_hash", "is_active" ON "users"
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.is_active IS DISTINCT FROM NEW.is_active)
  EXECUTE FUNCTION "end_personal_calendar"();
