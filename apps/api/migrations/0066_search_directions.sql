-- A search also finds the words of directions that everybody may read, with the weight of the description. Those of a private location
-- stay out, since a search would reveal them word by word. Existing rows are rewritten in batches (activities/search/service.ts) while
-- the site runs; until then their former words find them.
CREATE OR REPLACE FUNCTION "write_search_words"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_words := public.weighed(NEW.title, 'A') || public.weighed(NEW.place, 'B')
    || public.weighed(public.joined(NEW.responsible), 'C') || public.weighed(public.joined(NEW.tags), 'C')
    || public.weighed(NEW.description, 'D')
    || CASE WHEN NEW.is_location_private THEN ''::tsvector ELSE public.weighed(NEW.directions, 'D') END;
  RETURN NEW;
END $$;
DROP TRIGGER "activities_search_words" ON "activities";
CREATE TRIGGER "activities_search_words"
  BEFORE INSERT OR UPDATE OF "title", "place", "responsible", "tags", "description", "directions", "is_location_private" ON "activities"
  FOR EACH ROW EXECUTE FUNCTION "write_search_words"();
-- A rebuild that is running starts again.
DELETE FROM "search_rebuilds";
INSERT INTO "search_rebuilds" SELECT '00000000-0000-0000-0000-000000000000' WHERE EXISTS (SELECT FROM "activities");
