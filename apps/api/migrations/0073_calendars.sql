CREATE TABLE "calendar_events" (
	"calendar_id" uuid NOT NULL,
	"key" text NOT NULL,
	"uid" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"applied" jsonb NOT NULL,
	"activity_id" uuid,
	CONSTRAINT "calendar_events_calendar_id_key_pk" PRIMARY KEY("calendar_id","key")
);

CREATE TABLE "calendars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collective_id" uuid NOT NULL,
	"added_by" uuid,
	"url" text NOT NULL,
	"host" text NOT NULL,
	"category" text,
	"state" text DEFAULT 'reading' NOT NULL,
	"error" text,
	"etag" text,
	"last_modified" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"applied_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"reading_id" uuid,
	"failures" smallint DEFAULT 0 NOT NULL,
	"summary" jsonb,
	"vanished" integer DEFAULT 0 NOT NULL,
	"can_remove_most" boolean DEFAULT false NOT NULL,
	"edited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "calendars_collective_id_url_key" UNIQUE("collective_id","url"),
	CONSTRAINT "calendars_url_length" CHECK (char_length("calendars"."url") <= 500),
	CONSTRAINT "calendars_state" CHECK ("calendars"."state" in ('reading', 'ok', 'failed') and ("calendars"."state" = 'failed') = ("calendars"."error" is not null)),
	CONSTRAINT "calendars_category" CHECK ("calendars"."category" in ('ambiente', 'educacion', 'salud', 'alimentacion', 'cultura', 'deporte', 'animales', 'infancia', 'mayores', 'vivienda', 'emergencia', 'otra')),
	CONSTRAINT "calendars_counts" CHECK ("calendars"."failures" >= 0 and "calendars"."edited" >= 0 and "calendars"."vanished" >= 0)
);

ALTER TABLE "activities" ADD COLUMN "source_host" text;
ALTER TABLE "activities" ADD COLUMN "is_source_cancelled" boolean DEFAULT false NOT NULL;
ALTER TABLE "activities" ADD COLUMN "first_reading_id" uuid;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_calendar_id_calendars_id_fk" FOREIGN KEY ("calendar_id") REFERENCES "public"."calendars"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "calendar_events" ADD CONSTRAINT "calendar_events_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "calendars" ADD CONSTRAINT "calendars_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "calendar_events_activity_id_key" ON "calendar_events" USING btree ("activity_id");
CREATE INDEX "calendars_due_at_index" ON "calendars" USING btree ("due_at");
CREATE INDEX "calendars_added_by_index" ON "calendars" USING btree ("added_by");
CREATE INDEX "activities_first_reading_id_index" ON "activities" USING btree ("first_reading_id") WHERE "activities"."first_reading_id" is not null;
ALTER TABLE "activities" ADD CONSTRAINT "activities_source" CHECK ("activities"."source_host" is not null or not "activities"."is_source_cancelled");