CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "known_devices_token_hash_user_id_key" ON "known_devices" USING btree ("token_hash","user_id");
CREATE INDEX "known_devices_user_id_index" ON "known_devices" USING btree ("user_id","last_used_at");
CREATE INDEX "known_devices_last_used_at_index" ON "known_devices" USING btree ("last_used_at");