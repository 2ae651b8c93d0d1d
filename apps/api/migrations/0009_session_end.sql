-- Every process ends the live connections of a session that is no more, whatever removed it.
CREATE FUNCTION "notify_session_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('minga_sessions', OLD.id::text);
  RETURN NULL;
END $$;
CREATE TRIGGER "sessions_end" AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION "notify_session_end"();
