-- Whoever keeps replies that are the same for everybody hears that they are old.
CREATE FUNCTION "notify_public_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('minga_public', '');
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_public_change" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "activities"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
CREATE TRIGGER "users_public_change" AFTER UPDATE OF "username" OR DELETE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
