CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"prefix" text NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scope" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_scope" CHECK ("api_tokens"."scope" in ('read', 'write')),
	CONSTRAINT "api_tokens_name_length" CHECK (char_length("api_tokens"."name") between 1 and 60)
);

CREATE TABLE "passkey_challenges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"challenge_hash" "bytea" NOT NULL,
	"browser_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_purpose_known" CHECK ("passkey_challenges"."purpose" in ('register', 'login')),
	CONSTRAINT "passkey_challenges_user" CHECK (("passkey_challenges"."purpose" = 'register') = ("passkey_challenges"."user_id" is not null))
);

CREATE TABLE "passkey_handles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"handle" "bytea" NOT NULL,
	CONSTRAINT "passkey_handles_length" CHECK (octet_length("passkey_handles"."handle") = 32)
);

CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" "bytea" NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential_id_length" CHECK (octet_length("passkeys"."credential_id") between 1 and 1023),
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" between 0 and 4294967295),
	CONSTRAINT "passkeys_name_length" CHECK (char_length("passkeys"."name") between 1 and 60)
);

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

CREATE TABLE "approved_publications" (
	"owner_id" uuid NOT NULL,
	"publication_id" uuid NOT NULL,
	"approved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approved_publications_owner_id_publication_id_pk" PRIMARY KEY("owner_id","publication_id")
);

CREATE TABLE "erased_visitors" (
	"day" date PRIMARY KEY NOT NULL,
	"people" integer NOT NULL,
	"addresses" integer NOT NULL,
	CONSTRAINT "erased_visitors_counts" CHECK ("erased_visitors"."people" >= 0 and "erased_visitors"."addresses" >= 0)
);

CREATE TABLE "legal_texts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"text" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"updated_by" uuid,
	CONSTRAINT "legal_texts_kind" CHECK ("legal_texts"."kind" in ('privacy', 'terms')),
	CONSTRAINT "legal_texts_text" CHECK (char_length("legal_texts"."text") between 1 and 20000)
);

CREATE TABLE "report_cases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"title" text NOT NULL,
	"author_id" uuid,
	"status" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"reports" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"has_appeal" boolean DEFAULT false NOT NULL,
	"appeal_text" text,
	"appealed_at" timestamp (3) with time zone,
	"decision" text,
	"note" text,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	"effects_due_at" timestamp (3) with time zone,
	"undo" jsonb,
	"is_announced" boolean DEFAULT false NOT NULL,
	CONSTRAINT "report_cases_target_type" CHECK ("report_cases"."target_type" in ('activity', 'collective', 'memory')),
	CONSTRAINT "report_cases_status" CHECK ("report_cases"."status" in ('open', 'closed')),
	CONSTRAINT "report_cases_closed" CHECK (("report_cases"."status" = 'closed') = ("report_cases"."closed_at" is not null)),
	CONSTRAINT "report_cases_reports" CHECK ("report_cases"."reports" >= 0),
	CONSTRAINT "report_cases_appeal" CHECK (("report_cases"."appeal_text" is null) = ("report_cases"."appealed_at" is null) and (not "report_cases"."has_appeal" or "report_cases"."appeal_text" is not null and "report_cases"."status" = 'open' and "report_cases"."target_type" = 'activity') and char_length("report_cases"."appeal_text") between 1 and 500),
	CONSTRAINT "report_cases_decision" CHECK (num_nonnulls("report_cases"."decision", "report_cases"."note", "report_cases"."decided_at") in (0, 3) and "report_cases"."decision" in ('dismiss', 'hide', 'delete', 'ban') and char_length("report_cases"."note") <= 500),
	CONSTRAINT "report_cases_effects" CHECK (("report_cases"."effects_due_at" is null) = ("report_cases"."undo" is null) and ("report_cases"."effects_due_at" is null or "report_cases"."status" = 'closed' and "report_cases"."decision" is not null))
);

CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"case_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"reporter_id" uuid,
	"reason" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	CONSTRAINT "reports_reason" CHECK ("reports"."reason" in ('spam', 'fraude', 'odio', 'peligro', 'datos', 'otro')),
	CONSTRAINT "reports_text" CHECK (char_length("reports"."text") <= 500)
);

CREATE TABLE "trust_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" uuid NOT NULL,
	"held_words" text[] NOT NULL,
	"held_domains" text[] NOT NULL,
	"refused_mail_domains" text[] NOT NULL,
	"hold_first" smallint NOT NULL,
	CONSTRAINT "trust_settings_one" CHECK ("trust_settings"."id" = 1),
	CONSTRAINT "trust_settings_hold_first" CHECK ("trust_settings"."hold_first" between 0 and 5),
	CONSTRAINT "trust_settings_entries" CHECK (cardinality("trust_settings"."held_words") <= 500 and cardinality("trust_settings"."held_domains") <= 500 and cardinality("trust_settings"."refused_mail_domains") <= 500)
);

CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"webhook_id" uuid NOT NULL,
	"event" text NOT NULL,
	"activity_id" uuid,
	"body" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"first_attempt_at" timestamp (3) with time zone,
	"last_attempt_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	"response_status" smallint,
	"failure" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("webhook_deliveries"."state" in ('pending', 'delivered', 'failed'))
);

CREATE TABLE "webhooks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"collective_id" uuid NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"events" text[] NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"resumes_at" timestamp (3) with time zone,
	CONSTRAINT "webhooks_url_length" CHECK (char_length("webhooks"."url") <= 500),
	CONSTRAINT "webhooks_events" CHECK (cardinality("webhooks"."events") > 0)
);

ALTER TABLE "activities" DROP CONSTRAINT "activities_status_known";
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "certificates" ALTER COLUMN "printed" DROP NOT NULL;
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" DROP NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "confirmed_at" timestamp (3) with time zone DEFAULT 'epoch' NOT NULL;
ALTER TABLE "activity_memories" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;
ALTER TABLE "activities" ADD COLUMN "hold_kind" text;
ALTER TABLE "activities" ADD COLUMN "hold_term" text;
ALTER TABLE "collectives" ADD COLUMN "hold_kind" text;
ALTER TABLE "collectives" ADD COLUMN "hold_term" text;
ALTER TABLE "push_subscriptions" ADD COLUMN "api_token_id" uuid;
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkey_handles" ADD CONSTRAINT "passkey_handles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "second_factor_resets" ADD CONSTRAINT "second_factor_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "approved_publications" ADD CONSTRAINT "approved_publications_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "legal_texts" ADD CONSTRAINT "legal_texts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook_id_webhooks_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_collective_id_collectives_id_fk" FOREIGN KEY ("collective_id") REFERENCES "public"."collectives"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens" USING btree ("token_hash");
CREATE INDEX "api_tokens_user_id_index" ON "api_tokens" USING btree ("user_id");
CREATE INDEX "api_tokens_expires_at_index" ON "api_tokens" USING btree ("expires_at");
CREATE UNIQUE INDEX "passkey_challenges_challenge_hash_key" ON "passkey_challenges" USING btree ("challenge_hash");
CREATE INDEX "passkey_challenges_user_id_index" ON "passkey_challenges" USING btree ("user_id");
CREATE INDEX "passkey_challenges_expires_at_index" ON "passkey_challenges" USING btree ("expires_at");
CREATE UNIQUE INDEX "passkey_handles_handle_key" ON "passkey_handles" USING btree ("handle");
CREATE UNIQUE INDEX "passkeys_credential_id_key" ON "passkeys" USING btree ("credential_id");
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");
CREATE UNIQUE INDEX "pending_sign_ins_token_hash_key" ON "pending_sign_ins" USING btree ("token_hash");
CREATE INDEX "pending_sign_ins_user_id_index" ON "pending_sign_ins" USING btree ("user_id");
CREATE INDEX "pending_sign_ins_expires_at_index" ON "pending_sign_ins" USING btree ("expires_at");
CREATE UNIQUE INDEX "recovery_codes_user_id_code_hash_key" ON "recovery_codes" USING btree ("user_id","code_hash");
CREATE UNIQUE INDEX "second_factor_resets_token_hash_key" ON "second_factor_resets" USING btree ("token_hash");
CREATE INDEX "second_factor_resets_due_at_index" ON "second_factor_resets" USING btree ("due_at");
CREATE UNIQUE INDEX "legal_texts_kind_key" ON "legal_texts" USING btree ("kind");
CREATE UNIQUE INDEX "report_cases_target_key" ON "report_cases" USING btree ("target_type","target_id");
CREATE INDEX "report_cases_open_index" ON "report_cases" USING btree ("has_appeal" DESC NULLS FIRST,"reports" DESC NULLS FIRST,"opened_at","id") WHERE "report_cases"."status" = 'open';
CREATE INDEX "report_cases_closed_index" ON "report_cases" USING btree ("closed_at","id") WHERE "report_cases"."status" = 'closed';
CREATE INDEX "report_cases_effects_index" ON "report_cases" USING btree ("effects_due_at") WHERE "report_cases"."effects_due_at" is not null;
CREATE INDEX "report_cases_author_id_index" ON "report_cases" USING btree ("author_id");
CREATE INDEX "report_cases_decided_by_index" ON "report_cases" USING btree ("decided_by");
CREATE INDEX "reports_case_id_index" ON "reports" USING btree ("case_id","round","created_at");
CREATE UNIQUE INDEX "reports_case_id_reporter_id_key" ON "reports" USING btree ("case_id","reporter_id") WHERE "reports"."reporter_id" is not null;
CREATE INDEX "reports_reporter_id_index" ON "reports" USING btree ("reporter_id") WHERE "reports"."reporter_id" is not null;
CREATE INDEX "webhook_deliveries_due_at_index" ON "webhook_deliveries" USING btree ("due_at") WHERE "webhook_deliveries"."state" = 'pending';
CREATE INDEX "webhook_deliveries_webhook_id_index" ON "webhook_deliveries" USING btree ("webhook_id","created_at","id");
CREATE INDEX "webhook_deliveries_created_at_index" ON "webhook_deliveries" USING btree ("created_at");
CREATE INDEX "webhooks_collective_id_index" ON "webhooks" USING btree ("collective_id");
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_api_token_id_api_tokens_id_fk" FOREIGN KEY ("api_token_id") REFERENCES "public"."api_tokens"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "attendances_visitors_index" ON "attendances" USING btree ("activity_id") WHERE "attendances"."user_id" is null and "attendances"."name" is not null;
CREATE INDEX "push_subscriptions_api_token_id_index" ON "push_subscriptions" USING btree ("api_token_id");
ALTER TABLE "activities" ADD CONSTRAINT "activities_hold" CHECK ("activities"."hold_kind" in ('word', 'domain', 'first', 'report') and ("activities"."hold_kind" is null) = ("activities"."hold_term" is null) and ("activities"."status" <> 'held' or "activities"."hold_kind" is not null));
ALTER TABLE "activities" ADD CONSTRAINT "activities_status_known" CHECK ("activities"."status" in ('pending', 'approved', 'rejected', 'held'));
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job', 'legal-text', 'memory', 'trust'));
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_withdrawn" CHECK ("certificates"."printed" is not null or "certificates"."revoked_at" is not null);
ALTER TABLE "collectives" ADD CONSTRAINT "collectives_hold" CHECK ("collectives"."hold_kind" in ('word', 'domain') and ("collectives"."hold_kind" is null) = ("collectives"."hold_term" is null) and ("collectives"."status" <> 'active' or "collectives"."hold_kind" is null));
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_origin" CHECK (num_nonnulls("push_subscriptions"."session_id", "push_subscriptions"."api_token_id") = 1);
-- Written by hand from here on.
-- The password opened each of these sessions.
UPDATE "sessions" SET "confirmed_at" = "created_at";
-- What was approved before counts for its author.
INSERT INTO "approved_publications" ("owner_id", "publication_id", "approved_at")
SELECT owner_id, coalesce(series_id, id), min(created_at) FROM activities WHERE status = 'approved'
GROUP BY owner_id, coalesce(series_id, id);
CREATE TRIGGER "legal_texts_public_change" AFTER INSERT OR UPDATE OR DELETE ON "legal_texts"
  FOR EACH STATEMENT EXECUTE FUNCTION "notify_public_change"();
-- API tokens end as sessions do: in the transaction that changes the account, whatever made the change.
CREATE FUNCTION "end_api_tokens"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM api_tokens WHERE user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_end_api_tokens" AFTER UPDATE OF "password_hash", "role", "is_active" ON "users"
  FOR EACH ROW WHEN (OLD.password_hash IS DISTINCT FROM NEW.password_hash OR OLD.role IS DISTINCT FROM NEW.role OR OLD.is_active IS DISTINCT FROM NEW.is_active)
  EXECUTE FUNCTION "end_api_tokens"();
