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

ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_target_known";
ALTER TABLE "activity_memories" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "report_cases" ADD CONSTRAINT "report_cases_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_case_id_report_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."report_cases"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;
CREATE UNIQUE INDEX "report_cases_target_key" ON "report_cases" USING btree ("target_type","target_id");
CREATE INDEX "report_cases_open_index" ON "report_cases" USING btree ("has_appeal" DESC NULLS FIRST,"reports" DESC NULLS FIRST,"opened_at","id") WHERE "report_cases"."status" = 'open';
CREATE INDEX "report_cases_closed_index" ON "report_cases" USING btree ("closed_at","id") WHERE "report_cases"."status" = 'closed';
CREATE INDEX "report_cases_effects_index" ON "report_cases" USING btree ("effects_due_at") WHERE "report_cases"."effects_due_at" is not null;
CREATE INDEX "report_cases_author_id_index" ON "report_cases" USING btree ("author_id");
CREATE INDEX "report_cases_decided_by_index" ON "report_cases" USING btree ("decided_by");
CREATE INDEX "reports_case_id_index" ON "reports" USING btree ("case_id","round","created_at");
CREATE UNIQUE INDEX "reports_case_id_reporter_id_key" ON "reports" USING btree ("case_id","reporter_id") WHERE "reports"."reporter_id" is not null;
CREATE INDEX "reports_reporter_id_index" ON "reports" USING btree ("reporter_id") WHERE "reports"."reporter_id" is not null;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_target_known" CHECK ("audit_log"."target_type" in ('account', 'activity', 'attendance', 'collective', 'job', 'memory'));