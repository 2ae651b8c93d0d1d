CREATE TABLE "postponed_work" (
	"task" text NOT NULL,
	"key" text NOT NULL,
	"failures" smallint NOT NULL,
	"failed_at" timestamp (3) with time zone NOT NULL,
	"retry_at" timestamp (3) with time zone,
	CONSTRAINT "postponed_work_task_key_pk" PRIMARY KEY("task","key")
);

DROP INDEX "news_recipients_news_id_index";
ALTER TABLE "push_subscriptions" ADD COLUMN "failing_since" timestamp (3) with time zone;
ALTER TABLE "webhooks" ADD COLUMN "created_by" uuid;
CREATE INDEX "postponed_work_failed_at_index" ON "postponed_work" USING btree ("failed_at");
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "news_recipients_due_by_news_index" ON "news_recipients" USING btree ("news_id","due_at");
CREATE INDEX "pushes_due_by_subscription_index" ON "pushes" USING btree ("subscription_id","due_at") WHERE "pushes"."state" = 'pending';
CREATE INDEX "webhook_deliveries_due_by_webhook_index" ON "webhook_deliveries" USING btree ("webhook_id","due_at") WHERE "webhook_deliveries"."state" = 'pending';
CREATE INDEX "webhooks_created_by_index" ON "webhooks" USING btree ("created_by");

-- The creator was not recorded: the collective's first owner counts as the one.
UPDATE "webhooks" SET "created_by" = (
	SELECT "user_id" FROM "team_members" WHERE "team_id" = "webhooks"."collective_id" AND "role" = 'owner'
	ORDER BY "joined_at", "user_id" LIMIT 1
);

-- An account has at most 20 subscriptions: those that a push reached last.
DELETE FROM "push_subscriptions" WHERE "id" IN (
	SELECT "id" FROM (
		SELECT "id", row_number() OVER (
			PARTITION BY "user_id" ORDER BY coalesce("last_delivered_at", "created_at") DESC, "id" DESC
		) AS "place" FROM "push_subscriptions"
	) AS "ranked" WHERE "place" > 20
);
