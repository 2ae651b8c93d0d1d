CREATE TABLE "federation_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "federation_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_id" uuid NOT NULL,
	"peer_id" uuid NOT NULL,
	"inbox" text NOT NULL,
	"object" text,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"failure" text,
	CONSTRAINT "federation_deliveries_state" CHECK ("federation_deliveries"."state" in ('pending', 'delivered', 'failed'))
);

CREATE TABLE "federation_followers" (
	"actor" text PRIMARY KEY NOT NULL,
	"peer_id" uuid NOT NULL,
	"inbox" text NOT NULL,
	"shared_inbox" text,
	"key_id" text NOT NULL,
	"public_key" text NOT NULL,
	"follow_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "federation_followers_length" CHECK (greatest(char_length("federation_followers"."actor"), char_length("federation_followers"."inbox"), char_length("federation_followers"."shared_inbox"),
        char_length("federation_followers"."key_id"), char_length("federation_followers"."follow_id")) <= 2000 and char_length("federation_followers"."public_key") <= 10000)
);

CREATE TABLE "federation_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"private_key" text NOT NULL,
	"public_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "federation_keys_one" CHECK ("federation_keys"."id" = 1)
);

CREATE TABLE "federation_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"object" text,
	"body" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "federation_messages_kind" CHECK ("federation_messages"."kind" in ('create', 'update', 'delete', 'note', 'accept'))
);

CREATE TABLE "federation_objects" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"version" smallint DEFAULT 1 NOT NULL,
	"document" jsonb,
	"facts" jsonb,
	"published_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "federation_objects_version" CHECK ("federation_objects"."version" >= 1),
	CONSTRAINT "federation_objects_document" CHECK (("federation_objects"."document" is null) = ("federation_objects"."facts" is null))
);

CREATE TABLE "federation_peers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"software" text,
	"software_checked_at" timestamp (3) with time zone,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"last_success_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"resumes_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "federation_peers_host" CHECK (char_length("federation_peers"."host") <= 260 and "federation_peers"."host" = lower("federation_peers"."host"))
);

ALTER TABLE "activities" ADD COLUMN "is_federated" boolean DEFAULT true NOT NULL;
ALTER TABLE "federation_deliveries" ADD CONSTRAINT "federation_deliveries_message_id_federation_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."federation_messages"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "federation_deliveries" ADD CONSTRAINT "federation_deliveries_peer_id_federation_peers_id_fk" FOREIGN KEY ("peer_id") REFERENCES "public"."federation_peers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "federation_followers" ADD CONSTRAINT "federation_followers_peer_id_federation_peers_id_fk" FOREIGN KEY ("peer_id") REFERENCES "public"."federation_peers"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "federation_deliveries_due_at_index" ON "federation_deliveries" USING btree ("due_at") WHERE "federation_deliveries"."state" = 'pending';
CREATE INDEX "federation_deliveries_due_by_peer_index" ON "federation_deliveries" USING btree ("peer_id","due_at") WHERE "federation_deliveries"."state" = 'pending';
CREATE INDEX "federation_deliveries_object_index" ON "federation_deliveries" USING btree ("inbox","object","id") WHERE "federation_deliveries"."state" = 'pending';
CREATE INDEX "federation_deliveries_message_id_index" ON "federation_deliveries" USING btree ("message_id");
CREATE INDEX "federation_followers_peer_id_index" ON "federation_followers" USING btree ("peer_id");
CREATE INDEX "federation_messages_created_at_index" ON "federation_messages" USING btree ("created_at");
CREATE INDEX "federation_messages_object_index" ON "federation_messages" USING btree ("object") WHERE "federation_messages"."kind" = 'note';
CREATE INDEX "federation_objects_updated_at_index" ON "federation_objects" USING btree ("updated_at") WHERE "federation_objects"."document" is null;
CREATE UNIQUE INDEX "federation_peers_host_key" ON "federation_peers" USING btree ("host");