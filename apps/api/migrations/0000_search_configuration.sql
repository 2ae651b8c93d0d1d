-- Search without regard to case or accents: 'cafe' finds 'Café', 'limpeza' finds 'Limpieza'.
CREATE EXTENSION IF NOT EXISTS unaccent WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;

CREATE TEXT SEARCH CONFIGURATION public.minga_spanish (COPY = pg_catalog.spanish);
ALTER TEXT SEARCH CONFIGURATION public.minga_spanish
  ALTER MAPPING FOR hword, hword_part, word WITH public.unaccent, pg_catalog.spanish_stem;

-- unaccent is only STABLE because its dictionary could be changed; named outright, it is fit for generated columns.
CREATE FUNCTION public.plain(words text) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(public.unaccent('public.unaccent'::regdictionary, words));

CREATE FUNCTION public.joined(words text[]) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN array_to_string(words, ' ');
