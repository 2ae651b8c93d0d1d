CREATE TABLE "pending_sign_ins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"password_digest" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "recovery_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL
);

CREATE TABLE "second_factor_resets" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"requested_by" uuid NOT NULL,
	CONSTRAINT "second_factor_resets_order" CHECK ("second_factor_resets"."due_at" >= "second_factor_resets"."requested_at")
);

CREATE TABLE "totp_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint DEFAULT 0 NOT NULL
);

ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL;
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "pending_sign_ins_token_hash_key" ON "pending_sign_ins" USING btree ("token_hash");
CREATE INDEX "pending_sign_ins_user_id_index" ON "pending_sign_ins" USING btree ("user_id");
CREATE INDEX "pending_sign_ins_expires_at_index" ON "pending_sign_ins" USING btree ("expires_at");
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes" USING btree ("user_id","code_hash");
CREATE UNIQUE INDEX "second_factor_resets_token_hash_key" ON "second_factor_resets" USING btree ("token_hash");
CREATE INDEX "second_factor_resets_due_at_index" ON "second_factor_resets" USING btree ("due_at");
-- Written by hand from here on.
-- The password opened each of these sessions.
UPDATE "sessions" SET "confirmed_at" = "created_at";
