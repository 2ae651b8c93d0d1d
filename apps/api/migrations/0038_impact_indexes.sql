CREATE INDEX "activities_ends_at_index" ON "activities" USING btree ("ends_at","status","date","id");
CREATE INDEX "activities_goals_index" ON "activities" USING btree ("ends_at") WHERE "activities"."goals" <> '[]';
CREATE INDEX "attendances_checked_in_index" ON "attendances" USING btree ("activity_id","companions","hours") WHERE "attendances"."checked_in_at" is not null;