-- The letters and digits of a name, without case and accents, digits as the letters that they look like.
CREATE FUNCTION "name_key"(name text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT translate(regexp_replace(public.plain(name), '[^a-z0-9]', '', 'g'), '01345', 'oieas')
$$;

CREATE TABLE "collective_followers" (
	"collective_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"mail" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "collective_followers_collective_id_user_id_pk" PRIMARY KEY("collective_id","user_id"),
	CONSTRAINT "collective_followers_mail" CHECK ("collective_followers"."mail" in ('inmediato', 'diario', 'nunca'))
);

CREATE TABLE "collective_slugs" (
	"slug" text PRIMARY KEY NOT NULL
);

CREATE TABLE "collectives" (
	"id" uuid PRIMARY KEY NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"place" text NOT NULL,
	"website" text,
	"whatsapp" text,
	"image_id" uuid,
	"is_verified" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"name_key" text GENERATED ALWAYS AS (public.name_key("collectives"."name")) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (public.plain("collectives"."name" || ' ' || "collectives"."place" || ' ' || "collectives"."description")) STORED NOT NULL,
	CONSTRAINT "collectives_name_length" CHECK (char_length("collectives"."name") between 1 and 80),
	CONSTRAINT "collectives_description_length" CHECK (char_length("collectives"."description") <= 1000),
	CONSTRAINT "collectives_place_length" CHECK (char_length("collectives"."place") <= 40),
	CONSTRAINT "collectives_website" CHECK ("collectives"."website" like 'https://%'),
	CONSTRAINT "collectives_status" CHECK ("collectives"."status" in ('active', 'held', 'inactive'))
);

CREATE TABLE "team_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"team_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_invitations_role" CHECK ("team_invitations"."role" in ('owner', 'organizer', 'door'))
);

CREATE TABLE "team_members" (
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id"),
	CONSTRAINT "team_members_role" CHECK ("team_members"."role" in ('owner', 'organizer', 'door'))
);

CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "teams_kind" CHECK ("teams"."kind" in ('collective', 'activity'))
);

ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "activities" ADD COLUMN "collective_id" uuid;
ALTER TABLE "collective_followers" ADD CONSTRAINT "collective_followers_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "collective_followers" ADD CONSTRAINT "collective_followers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "collectives" ADD CONSTRAINT "collectives_id_teams_id_fk" FOREIGN KEY ("id") REFERENCES "public"."teams"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "collectives" ADD CONSTRAINT "collectives_slug_collective_slugs_slug_fk" FOREIGN KEY ("slug") REFERENCES "public"."collective_slugs"("slug") ON DELETE no action ON UPDATE no action;
ALTER TABLE "collectives" ADD CONSTRAINT "collectives_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "collective_followers_user_id_index" ON "collective_followers" USING btree ("user_id");
CREATE UNIQUE INDEX "collectives_slug_key" ON "collectives" USING btree ("slug");
CREATE UNIQUE INDEX "collectives_image_id_key" ON "collectives" USING btree ("image_id");
CREATE INDEX "collectives_status_name_index" ON "collectives" USING btree ("status","name","id");
CREATE INDEX "collectives_name_key_index" ON "collectives" USING gin ("name_key" gin_trgm_ops);
CREATE INDEX "collectives_search_text_index" ON "collectives" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "team_invitations_team_id_email_key" ON "team_invitations" USING btree ("team_id","email");
CREATE UNIQUE INDEX "team_invitations_token_hash_key" ON "team_invitations" USING btree ("token_hash");
CREATE INDEX "team_invitations_email_index" ON "team_invitations" USING btree ("email");
CREATE INDEX "team_invitations_expires_at_index" ON "team_invitations" USING btree ("expires_at");
CREATE INDEX "team_members_user_id_index" ON "team_members" USING btree ("user_id","team_id","role");
ALTER TABLE "activities" ADD CONSTRAINT "activities_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "activities_collective_id_date_index" ON "activities" USING btree ("collective_id","date","ends_at") WHERE "activities"."collective_id" is not null;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job'));

-- A collective keeps an owner; an activity's owner is its author. The lock makes concurrent changes of a team take turns.
CREATE FUNCTION "check_team_owners"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  team_kind text;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.role = 'owner' AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    PERFORM FROM teams WHERE id = OLD.team_id FOR NO KEY UPDATE;
    IF EXISTS (SELECT FROM collectives WHERE id = OLD.team_id)
      AND NOT EXISTS (SELECT FROM team_members WHERE team_id = OLD.team_id AND role = 'owner') THEN
      RAISE check_violation USING MESSAGE = 'a collective without an owner', CONSTRAINT = 'team_members_last_owner';
    END IF;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.role = 'owner' THEN
    SELECT kind INTO team_kind FROM teams WHERE id = NEW.team_id;
    IF team_kind = 'activity' THEN
      RAISE check_violation USING MESSAGE = 'an owner of an activity', CONSTRAINT = 'team_members_activity_owner';
    END IF;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "team_members_owners" AFTER INSERT OR UPDATE OR DELETE ON "team_members"
  FOR EACH ROW EXECUTE FUNCTION "check_team_owners"();

-- A team has the id of what it organises, and goes with it.
CREATE FUNCTION "delete_teams"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM teams WHERE id IN (SELECT id FROM removed);
  RETURN NULL;
END $$;
CREATE TRIGGER "collectives_delete_team" AFTER DELETE ON "collectives" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "delete_teams"();
CREATE TRIGGER "activities_delete_team" AFTER DELETE ON "activities" REFERENCING OLD TABLE AS "removed"
  FOR EACH STATEMENT EXECUTE FUNCTION "delete_teams"();

-- Public replies show collectives and the number of their followers.
CREATE TRIGGER "collectives_public_change" AFTER INSERT OR UPDATE OR DELETE ON "collectives"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
CREATE TRIGGER "collective_followers_public_change" AFTER INSERT OR DELETE ON "collective_followers"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
