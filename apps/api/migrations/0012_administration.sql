CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" uuid NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance'))
);

ALTER TABLE "users" ADD COLUMN "former_admin" boolean DEFAULT false NOT NULL;
ALTER TABLE "users" ADD COLUMN "search_text" text GENERATED ALWAYS AS (public.plain("users"."username" || ' ' || "users"."email")) STORED NOT NULL;
CREATE INDEX "users_created_at_index" ON "users" USING btree ("created_at","id","role","is_active");
CREATE INDEX "users_search_text_index" ON "users" USING gin ("search_text" gin_trgm_ops);
CREATE INDEX "users_admins_index" ON "users" USING btree ("id") WHERE "users"."role" = 'admin' or "users"."former_admin";
ALTER TABLE "users" ADD CONSTRAINT "users_former_admin_role" CHECK (not "users"."former_admin" or "users"."role" = 'user');