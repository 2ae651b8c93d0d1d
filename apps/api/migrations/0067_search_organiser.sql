ALTER TABLE "activities" ADD COLUMN "organiser" text DEFAULT '' NOT NULL;
-- A search finds the name under which an activity is shown, with the weight of the people responsible: that of its collective while it is
-- active, as the pages show no other, or else that of its author. Existing rows are rewritten in batches
-- (activities/search/service.ts) while the site runs; until then their former words find them.
CREATE OR REPLACE FUNCTION "write_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.organiser := coalesce(
    (SELECT name FROM collectives WHERE id = NEW.collective_id AND status = 'active'),
    (SELECT username FROM users WHERE id = NEW.owner_id),
    '');
  NEW.search_words := public.weighed(NEW.title, 'A') || public.weighed(NEW.place, 'B')
    || public.weighed(public.joined(NEW.responsible), 'C') || public.weighed(NEW.organiser, 'C')
    || public.weighed(public.joined(NEW.tags), 'C') || public.weighed(NEW.description, 'D')
    || CASE WHEN NEW.is_location_private THEN ''::tsvector ELSE public.weighed(NEW.directions, 'D') END;
  RETURN NEW;
END $$;
DROP TRIGGER "activities_search_words" ON "activities";
CREATE TRIGGER "activities_search_words"
  BEFORE INSERT OR UPDATE OF "title", "place", "responsible", "tags", "description", "directions", "is_location_private", "owner_id",
    "collective_id", "organiser" ON "activities"
  FOR EACH ROW EXECUTE FUNCTION "write_search_words"();

-- A renamed account or collective, and one that is shown or hidden, rewrites its activities, which are locked in the order of every
-- transaction. An activity that is published concurrently may keep the former name until its next change.
CREATE FUNCTION "rewrite_organiser"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE activities SET organiser = '''' WHERE id IN (
    SELECT id FROM activities WHERE %I = $1 ORDER BY id FOR NO KEY UPDATE)', TG_ARGV[0]) USING NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_rewrite_organiser" AFTER UPDATE OF "username" ON "users"
  FOR EACH ROW WHEN (OLD.username IS DISTINCT FROM NEW.username) EXECUTE FUNCTION "rewrite_organiser"('owner_id');
CREATE TRIGGER "collectives_rewrite_organiser" AFTER UPDATE OF "name", "status" ON "collectives"
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.status IS DISTINCT FROM NEW.status)
  EXECUTE FUNCTION "rewrite_organiser"('collective_id');

-- Names of organisers are words that correct a search, as those of the other texts are.
CREATE OR REPLACE FUNCTION "learn_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_vocabulary (word, status)
  SELECT DISTINCT w, changed.status FROM changed, public.words_of(changed.search_text || ' ' || changed.organiser) w
  WHERE NOT EXISTS (SELECT FROM search_vocabulary known WHERE known.word = w AND known.status = changed.status)
  ORDER BY w, changed.status
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION "prune_words"() RETURNS trigger LANGUAGE plpgsql SET gin_fuzzy_search_limit = 1000 AS $$
BEGIN
  DELETE FROM search_vocabulary WHERE (word, status) IN (
    SELECT known.word, known.status FROM search_vocabulary known
    WHERE (known.word, known.status) IN (
      SELECT w, previous.status
      FROM previous LEFT JOIN activities current ON current.id = previous.id,
        public.words_of(previous.search_text || ' ' || previous.organiser) w
      WHERE current.id IS NULL OR current.status <> previous.status OR current.search_text <> previous.search_text
        OR current.organiser <> previous.organiser)
    AND NOT EXISTS (
      SELECT FROM activities other
      WHERE other.status = known.status
      AND other.search_words @@ plainto_tsquery('public.minga_simple', known.word))
    FOR UPDATE OF known SKIP LOCKED);
  RETURN NULL;
END $$;
-- A rebuild that is running starts again.
DELETE FROM "search_rebuilds";
INSERT INTO "search_rebuilds" SELECT '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM "activities");
