CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_scope" CHECK ("api_tokens"."scope" in ('read', 'write')),
	CONSTRAINT "api_tokens_name_length" CHECK (char_length("api_tokens"."name") between 1 and 60)
);

CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"activity_id" uuid,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"response_status" smallint,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);

CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collective_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"resumes_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_url_length" CHECK (char_length("webhooks"."url") <= 500),
	CONSTRAINT "webhooks_events" CHECK (cardinality("webhooks"."events") > 0)
);

ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" DROP NOT NULL;
ALTER TABLE "push_subscriptions" ADD COLUMN "api_token_id" uuid;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens" USING btree ("token_hash");
CREATE INDEX "api_tokens_user_id_index" ON "api_tokens" USING btree ("user_id");
CREATE INDEX "api_tokens_expires_at_index" ON "api_tokens" USING btree ("expires_at");
CREATE INDEX "webhook_deliveries_due_at_index" ON "webhook_deliveries" USING btree ("due_at") WHERE "webhook_deliveries"."state" = 'pending';
CREATE INDEX "webhook_deliveries_webhook_id_index" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");
CREATE INDEX "webhook_deliveries_created_at_index" ON "webhook_deliveries" USING btree ("created_at");
CREATE INDEX "webhooks_collective_id_index" ON "webhooks" USING btree ("collective_id");
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_api_token_id_api_tokens_id_fk" FOREIGN KEY ("api_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "push_subscriptions_api_token_id_index" ON "push_subscriptions" USING btree ("api_token_id");
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_origin" CHECK (num_nonnulls("push_subscriptions"."session_id", "push_subscriptions"."api_token_id") = 1);
-- Written by hand from here on.
-- As sessions: in the transaction that changes the account, whatever made the change.
CREATE FUNCTION "end_api_tokens"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_end_api_tokens" AFTER UPDATE OF "password_hash", "role", "is_active" ON "users"
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.role IS DISTINCT FROM NEW.role OR OLD.is_active IS DISTINCT FROM NEW.is_active)
  EXECUTE FUNCTION "end_api_tokens"();
