DROP INDEX "activities_date_index";
CREATE INDEX "activities_date_index" ON "activities" USING btree ("date","ends_at","id");