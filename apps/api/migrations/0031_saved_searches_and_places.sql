CREATE TABLE "saved_searches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"q" text DEFAULT '' NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"words" "tsquery",
	"category" text,
	"tag" text,
	"collective_id" uuid,
	"is_room_required" boolean DEFAULT false NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"radius_km" double precision,
	"mail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "saved_searches_key" UNIQUE NULLS NOT DISTINCT("user_id","q","place","category","tag","collective_id","is_room_required","latitude","longitude","radius_km"),
	CONSTRAINT "saved_searches_mail" CHECK ("saved_searches"."mail" in ('inmediato', 'diario', 'nunca')),
	CONSTRAINT "saved_searches_filter" CHECK (num_nonnulls("saved_searches"."words", "saved_searches"."category", "saved_searches"."tag", "saved_searches"."collective_id", "saved_searches"."latitude") > 0 or "saved_searches"."is_room_required"),
	CONSTRAINT "saved_searches_point" CHECK (num_nonnulls("saved_searches"."latitude", "saved_searches"."longitude", "saved_searches"."radius_km") in (0, 3) and "saved_searches"."latitude" = round("saved_searches"."latitude"::numeric, 2)::float8 and "saved_searches"."longitude" = round("saved_searches"."longitude"::numeric, 2)::float8)
);

ALTER TABLE "follower_news" DROP CONSTRAINT "follower_news_collective_id_collectives_id_fk";

ALTER TABLE "follow_digests" ADD COLUMN "saved_search_id" uuid;
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "saved_searches" ADD CONSTRAINT "saved_searches_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "saved_searches_user_id_index" ON "saved_searches" USING btree ("user_id","created_at");
CREATE INDEX "saved_searches_collective_id_index" ON "saved_searches" USING btree ("collective_id");
ALTER TABLE "follower_news" ADD CONSTRAINT "follower_news_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "activities_place_index" ON "activities" USING gin ((' ' || public.plain("place")) gin_trgm_ops);