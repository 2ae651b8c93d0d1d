CREATE TABLE "backups" (
	"recorded_at" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"milliseconds" integer,
	"bytes" bigint,
	CONSTRAINT "backups_complete" CHECK (("backups"."milliseconds" is null) = ("backups"."bytes" is null)),
	CONSTRAINT "backups_not_negative" CHECK ("backups"."milliseconds" >= 0 and "backups"."bytes" >= 0)
);

-- Marks when recording starts, so that a site without a backup gets time for its first one.
INSERT INTO "backups" ("recorded_at") VALUES (now());
