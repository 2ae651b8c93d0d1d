CREATE TABLE "deleted_activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"revision" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "activities" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;