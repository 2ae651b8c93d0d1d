CREATE TABLE "email_tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "sign_in_failures" (
	"email_hash" "bytea" PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"refused_until" timestamp (3) with time zone NOT NULL,
	"last_failure_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sign_in_failures_positive" CHECK ("sign_in_failures"."failures" > 0)
);

CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"password_hash" text NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"email_verified_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_email_lower_case" CHECK ("users"."email" = lower("users"."email")),
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('user', 'admin', 'superadmin'))
);

CREATE TABLE "activities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"place" text NOT NULL,
	"date" timestamp (3) with time zone NOT NULL,
	"responsible" text[] NOT NULL,
	"image_id" uuid,
	"promotion_start" timestamp (3) with time zone,
	"promotion_end" timestamp (3) with time zone,
	"status" text DEFAULT 'pending' NOT NULL,
	"rejection_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('public.minga_spanish', "activities"."title"), 'A') || setweight(to_tsvector('public.minga_spanish', "activities"."place" || ' ' || public.joined("activities"."responsible")), 'B') || setweight(to_tsvector('public.minga_spanish', "activities"."description"), 'C')) STORED NOT NULL,
	"search_text" text GENERATED ALWAYS AS (public.plain("activities"."title" || ' ' || "activities"."place" || ' ' || public.joined("activities"."responsible") || ' ' || "activities"."description")) STORED NOT NULL,
	CONSTRAINT "activities_title_length" CHECK (char_length("activities"."title") between 1 and 90),
	CONSTRAINT "activities_description_length" CHECK (char_length("activities"."description") <= 2000),
	CONSTRAINT "activities_place_length" CHECK (char_length("activities"."place") <= 40),
	CONSTRAINT "activities_status_known" CHECK ("activities"."status" in ('pending', 'approved', 'rejected')),
	CONSTRAINT "activities_rejection_reason" CHECK (("activities"."status" = 'rejected') = ("activities"."rejection_reason" is not null)),
	CONSTRAINT "activities_promotion_window" CHECK (("activities"."promotion_start" is null) = ("activities"."promotion_end" is null) and coalesce("activities"."promotion_start" < "activities"."promotion_end", true))
);

CREATE TABLE "attendances" (
	"id" uuid PRIMARY KEY NOT NULL,
	"activity_id" uuid NOT NULL,
	"user_id" uuid,
	"name" text,
	"email" text,
	"proof_hash" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attendances_email_lower_case" CHECK ("attendances"."email" = lower("attendances"."email")),
	CONSTRAINT "attendances_name_length" CHECK (char_length("attendances"."name") between 1 and 80)
);

CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"activity_id" uuid NOT NULL,
	"days_before" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reminders_days_before_range" CHECK ("reminders"."days_before" between 1 and 30)
);

CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"placeholder" text NOT NULL,
	"is_used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"unused_since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "images_size_positive" CHECK ("images"."width" > 0 and "images"."height" > 0)
);

CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);

CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"failure" text,
	CONSTRAINT "mails_recipient_one_line" CHECK ("mails"."recipient" !~ '[[:cntrl:]]')
);

ALTER TABLE "email_tokens" ADD CONSTRAINT "email_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activities" ADD CONSTRAINT "activities_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "activities" ADD CONSTRAINT "activities_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_activity_id_activities_id_fk" FOREIGN KEY ("activity_id") REFERENCES "public"."activities"("id") ON DELETE cascade ON UPDATE no action;
CREATE UNIQUE INDEX "email_tokens_token_hash_key" ON "email_tokens" USING btree ("token_hash");
CREATE INDEX "email_tokens_user_id_index" ON "email_tokens" USING btree ("user_id");
CREATE INDEX "email_tokens_expires_at_index" ON "email_tokens" USING btree ("expires_at");
CREATE UNIQUE INDEX "sessions_token_hash_key" ON "sessions" USING btree ("token_hash");
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");
CREATE INDEX "sessions_last_seen_at_index" ON "sessions" USING btree ("last_seen_at");
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email");
CREATE INDEX "users_role_index" ON "users" USING btree ("role");
CREATE INDEX "activities_owner_id_date_index" ON "activities" USING btree ("owner_id","date");
CREATE INDEX "activities_date_index" ON "activities" USING btree ("date","id");
CREATE INDEX "activities_promotion_end_index" ON "activities" USING btree ("promotion_end") WHERE "activities"."promotion_end" is not null;
CREATE UNIQUE INDEX "activities_image_id_key" ON "activities" USING btree ("image_id");
CREATE INDEX "activities_search_words_index" ON "activities" USING gin ("search_words");
CREATE INDEX "activities_search_text_index" ON "activities" USING gin ("search_text" gin_trgm_ops);
CREATE UNIQUE INDEX "attendances_activity_id_email_key" ON "attendances" USING btree ("activity_id","email");
CREATE INDEX "attendances_user_id_index" ON "attendances" USING btree ("user_id");
CREATE INDEX "attendances_email_index" ON "attendances" USING btree ("email");
CREATE INDEX "attendances_created_at_index" ON "attendances" USING btree ("created_at");
CREATE UNIQUE INDEX "reminders_user_id_activity_id_key" ON "reminders" USING btree ("user_id","activity_id");
CREATE INDEX "reminders_activity_id_index" ON "reminders" USING btree ("activity_id");
CREATE INDEX "images_unused_since_index" ON "images" USING btree ("unused_since") WHERE not "images"."is_used";
CREATE INDEX "rate_limits_expire_index" ON "rate_limits" USING btree ("expire");
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");