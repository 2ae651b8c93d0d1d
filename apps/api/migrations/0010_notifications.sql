CREATE TABLE "activity_changes" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "attendance_digests" (
	"activity_id" uuid PRIMARY KEY NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "attendance_news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"attendance_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_coming" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_refusals" (
	"email_hash" "bytea" NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "mail_refusals_email_hash_kind_pk" PRIMARY KEY("email_hash","kind")
);

CREATE TABLE "news" (
	"id" uuid PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"activity_id" uuid NOT NULL,
	"title" text NOT NULL,
	"old_date" timestamp (3) with time zone NOT NULL,
	"old_place" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"place" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "news_recipients" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"news_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid
);

CREATE TABLE "notification_preferences" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_email" boolean NOT NULL,
	"is_live" boolean NOT NULL,
	CONSTRAINT "notification_preferences_user_id_kind_pk" PRIMARY KEY("user_id","kind")
);

CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"task_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"delivered_at" timestamp (3) with time zone,
	"read_at" timestamp (3) with time zone
);

CREATE TABLE "unsubscribe_links" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email_hash" "bytea",
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "unsubscribe_links_of_one" CHECK (num_nonnulls("unsubscribe_links"."user_id", "unsubscribe_links"."email_hash") = 1)
);

CREATE TABLE "sent_reminders" (
	"reminder_id" uuid NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_reminders_reminder_id_due_at_pk" PRIMARY KEY("reminder_id","due_at")
);

ALTER TABLE "reminders" ALTER COLUMN "user_id" DROP NOT NULL;
ALTER TABLE "reminders" ADD COLUMN "attendance_id" uuid;
ALTER TABLE "reminders" ADD COLUMN "due_at" timestamp (3) with time zone;
ALTER TABLE "reminders" ADD COLUMN "is_pending" boolean DEFAULT true NOT NULL;
ALTER TABLE "mails" ADD COLUMN "unsubscribe_url" text;
ALTER TABLE "activity_changes" ADD CONSTRAINT "activity_changes_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendance_digests" ADD CONSTRAINT "attendance_digests_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendance_news" ADD CONSTRAINT "attendance_news_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "news_recipients" ADD CONSTRAINT "news_recipients_news_id_news_id_fk" FOREIGN KEY ("news_id") REFERENCES "public"."news"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "unsubscribe_links" ADD CONSTRAINT "unsubscribe_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sent_reminders" ADD CONSTRAINT "sent_reminders_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activity_changes_due_at_index" ON "activity_changes" USING btree ("due_at");
CREATE INDEX "attendance_news_activity_id_index" ON "attendance_news" USING btree ("activity_id");
CREATE INDEX "news_recipients_news_id_index" ON "news_recipients" USING btree ("news_id");
CREATE INDEX "news_recipients_email_index" ON "news_recipients" USING btree ("email");
CREATE INDEX "notifications_user_id_created_at_index" ON "notifications" USING btree ("user_id","created_at","id");
CREATE INDEX "notifications_undelivered_index" ON "notifications" USING btree ("user_id") WHERE "notifications"."delivered_at" is null;
CREATE INDEX "notifications_created_at_index" ON "notifications" USING btree ("created_at");
CREATE INDEX "unsubscribe_links_user_id_index" ON "unsubscribe_links" USING btree ("user_id");
CREATE INDEX "unsubscribe_links_created_at_index" ON "unsubscribe_links" USING btree ("created_at");
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_attendance_id_attendances_id_fk" FOREIGN KEY ("attendance_id") REFERENCES "public"."attendances"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "reminders_attendance_id_key" ON "reminders" USING btree ("attendance_id");
CREATE INDEX "reminders_pending_index" ON "reminders" USING btree ("due_at") WHERE "reminders"."is_pending";
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_of_one" CHECK (num_nonnulls("reminders"."user_id", "reminders"."attendance_id") = 1);
ALTER TABLE "mails" ADD CONSTRAINT "mails_unsubscribe_url_plain" CHECK ("mails"."unsubscribe_url" !~ '[[:cntrl:][:space:]<>]');
-- Whatever moves an activity's date, its reminders are planned anew: in the same transaction they have no due moment left.
CREATE FUNCTION "replan_reminders"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reminders SET due_at = NULL, is_pending = true WHERE activity_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "activities_replan_reminders" AFTER UPDATE OF "date" ON "activities"
  FOR EACH ROW WHEN (OLD.date IS DISTINCT FROM NEW.date) EXECUTE FUNCTION "replan_reminders"();
