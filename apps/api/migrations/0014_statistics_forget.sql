-- What was counted names people: with an account that goes, it goes too.
CREATE FUNCTION "forget_attendance_statistics"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE attendance_statistics SET counted = NULL, deletions = deletions + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_forget_attendance_statistics" AFTER DELETE ON "users"
  FOR EACH STATEMENT EXECUTE FUNCTION "forget_attendance_statistics"();
