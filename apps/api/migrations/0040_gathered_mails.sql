CREATE TABLE "digest_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"item" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "mail_digests" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mail_digests_user_id_type_pk" PRIMARY KEY("user_id","type")
);

-- Written by hand: owners who were mailed within the hour are not mailed again at once.
INSERT INTO "mail_digests" ("user_id", "type", "mailed_at")
SELECT owner_id, 'attendance', max(mailed_at) FROM attendance_digests JOIN activities ON activities.id = activity_id GROUP BY owner_id;
DROP TABLE "attendance_digests" CASCADE;
ALTER TABLE "digest_items" ADD CONSTRAINT "digest_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "mail_digests" ADD CONSTRAINT "mail_digests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "digest_items_user_id_index" ON "digest_items" USING btree ("user_id","type");
