CREATE TABLE "activity_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"sender_id" uuid,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"audience" text NOT NULL,
	"recipients" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "activity_messages_subject" CHECK (char_length("activity_messages"."subject") between 1 and 80),
	CONSTRAINT "activity_messages_text" CHECK (char_length("activity_messages"."text") between 1 and 2000),
	CONSTRAINT "activity_messages_audience" CHECK ("activity_messages"."audience" in ('confirmed', 'waiting', 'all')),
	CONSTRAINT "activity_messages_recipients" CHECK ("activity_messages"."recipients" > 0)
);

ALTER TABLE "news" ADD COLUMN "message_id" uuid;
ALTER TABLE "activity_messages" ADD CONSTRAINT "activity_messages_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activity_messages" ADD CONSTRAINT "activity_messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE INDEX "activity_messages_activity_id_index" ON "activity_messages" USING btree ("activity_id","created_at");
CREATE INDEX "activity_messages_sender_id_index" ON "activity_messages" USING btree ("sender_id");
ALTER TABLE "news" ADD CONSTRAINT "news_message_id_activity_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."activity_messages"("id") ON DELETE cascade ON UPDATE no action;