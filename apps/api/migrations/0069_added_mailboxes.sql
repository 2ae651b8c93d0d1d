CREATE TABLE "added_mailboxes" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"activity_id" uuid,
	"mailbox_hash" "bytea" NOT NULL,
	"account_id" uuid,
	"collective_id" uuid,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	"refused_at" timestamp (3) with time zone
);

ALTER TABLE "added_mailboxes" ADD CONSTRAINT "added_mailboxes_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "added_mailboxes" ADD CONSTRAINT "added_mailboxes_account_id_users_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "added_mailboxes" ADD CONSTRAINT "added_mailboxes_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "added_mailboxes_activity_id_mailbox_hash_key" ON "added_mailboxes" USING btree ("activity_id","mailbox_hash");
CREATE INDEX "added_mailboxes_account_id_mailed_at_index" ON "added_mailboxes" USING btree ("account_id","mailed_at");
CREATE INDEX "added_mailboxes_collective_id_mailed_at_index" ON "added_mailboxes" USING btree ("collective_id","mailed_at");