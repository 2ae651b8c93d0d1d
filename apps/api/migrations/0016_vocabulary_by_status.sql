-- A search is corrected with words of activities that the viewer may see, so each word is stored by the status of its activities.
TRUNCATE "search_vocabulary";
ALTER TABLE "search_vocabulary" DROP CONSTRAINT "search_vocabulary_pkey";
ALTER TABLE "search_vocabulary" ADD COLUMN "status" text NOT NULL;
ALTER TABLE "search_vocabulary" ADD CONSTRAINT "search_vocabulary_word_status_pk" PRIMARY KEY("word","status");

-- Skips known words without a lock; inserts new ones in one order, so that two writers do not deadlock.
CREATE OR REPLACE FUNCTION "learn_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_vocabulary (word, status)
  SELECT DISTINCT w, changed.status FROM changed, public.words_of(changed.search_text) w
  WHERE NOT EXISTS (SELECT FROM search_vocabulary known WHERE known.word = w AND known.status = changed.status)
  ORDER BY w, changed.status
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Removes words that no activity of their status has after a deletion or a change. An activity that is inserted concurrently with such
-- a word may lose it until its next change: then the word is not proposed, nothing else. The index scans of frequent words stop after
-- about gin_fuzzy_search_limit rows, since one activity is enough.
CREATE FUNCTION "prune_words"() RETURNS trigger LANGUAGE plpgsql SET gin_fuzzy_search_limit = 1000 AS $$
BEGIN
  DELETE FROM search_vocabulary WHERE (word, status) IN (
    SELECT known.word, known.status FROM search_vocabulary known
    WHERE (known.word, known.status) IN (
      SELECT w, previous.status
      FROM previous LEFT JOIN activities current ON current.id = previous.id, public.words_of(previous.search_text) w
      WHERE current.id IS NULL OR current.status <> previous.status OR current.search_text <> previous.search_text)
    AND NOT EXISTS (
      SELECT FROM activities other
      WHERE other.status = known.status
      AND other.search_words @@ plainto_tsquery('public.minga_simple', known.word))
    FOR UPDATE OF known SKIP LOCKED);
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_prune_deleted" AFTER DELETE ON "activities"
  REFERENCING OLD TABLE AS previous FOR EACH STATEMENT EXECUTE FUNCTION "prune_words"();
CREATE TRIGGER "activities_prune_updated" AFTER UPDATE ON "activities"
  REFERENCING OLD TABLE AS previous FOR EACH STATEMENT EXECUTE FUNCTION "prune_words"();

INSERT INTO search_vocabulary (word, status)
SELECT DISTINCT w, status FROM activities, public.words_of(search_text) w;
