-- Counts the typing errors between two words.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch WITH SCHEMA public;

-- Words as they are, beside their stems: 'corriend' is the beginning of 'corriendo', not of its stem.
CREATE TEXT SEARCH CONFIGURATION public.minga_simple (COPY = pg_catalog.simple);
ALTER TEXT SEARCH CONFIGURATION public.minga_simple
  ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.simple;

CREATE FUNCTION public.weighed(words text, weight "char") RETURNS tsvector
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN setweight(to_tsvector('public.minga_spanish', words) || to_tsvector('public.minga_simple', words), weight);

DROP INDEX "activities_search_text_index";
ALTER TABLE "activities" DROP COLUMN "search_words";
ALTER TABLE "activities" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (public.weighed("title", 'A') || public.weighed("place", 'B') || public.weighed(public.joined("responsible"), 'C') || public.weighed("description", 'D')) STORED NOT NULL;
CREATE INDEX "activities_search_words_index" ON "activities" USING gin ("search_words");
CREATE INDEX "activities_status_date_index" ON "activities" USING btree ("status","date");

-- Only letters and digits, 3 to 40 of them: shorter words are not guessed at, longer ones are none. In the order of their bytes, so that
-- the index finds beginnings.
CREATE TABLE "search_vocabulary" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
CREATE INDEX "search_vocabulary_similar_index" ON "search_vocabulary" USING gin ("word" gin_trgm_ops);

CREATE FUNCTION public.words_of(plain_text text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  AS $$ SELECT w FROM regexp_split_to_table(plain_text, '[^[:alnum:]]+') w WHERE length(w) BETWEEN 3 AND 40 $$;

-- Known words are passed over without a lock; new ones come in one order, so that two writers never wait for each other.
CREATE FUNCTION "learn_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_vocabulary (word)
  SELECT DISTINCT w FROM changed, public.words_of(changed.search_text) w
  WHERE NOT EXISTS (SELECT FROM search_vocabulary known WHERE known.word = w)
  ORDER BY w
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_learn_inserted" AFTER INSERT ON "activities"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_words"();
CREATE TRIGGER "activities_learn_updated" AFTER UPDATE ON "activities"
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION "learn_words"();

INSERT INTO search_vocabulary (word)
SELECT DISTINCT w FROM activities, public.words_of(search_text) w;
