CREATE TABLE "follow_digests" (
	"user_id" uuid NOT NULL,
	"activity_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "follow_digests_user_id_activity_id_pk" PRIMARY KEY("user_id","activity_id")
);

CREATE TABLE "follower_news" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"collective_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"last_user_id" uuid
);

-- What exists is no news, so it counts as published long ago: a constant default fills the column without writing the rows.
ALTER TABLE "activities" ADD COLUMN "published_at" timestamp (3) with time zone DEFAULT '1970-01-01T00:00:00Z';
ALTER TABLE "activities" ALTER COLUMN "published_at" DROP DEFAULT;
ALTER TABLE "follow_digests" ADD CONSTRAINT "follow_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "follow_digests" ADD CONSTRAINT "follow_digests_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "follower_news" ADD CONSTRAINT "follower_news_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "follower_news" ADD CONSTRAINT "follower_news_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "follow_digests_due_at_index" ON "follow_digests" USING btree ("due_at","user_id");
CREATE INDEX "follow_digests_activity_id_index" ON "follow_digests" USING btree ("activity_id");
CREATE INDEX "follower_news_due_at_index" ON "follower_news" USING btree ("due_at");
CREATE INDEX "follower_news_collective_id_index" ON "follower_news" USING btree ("collective_id");