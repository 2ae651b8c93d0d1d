ALTER TABLE "activities" ADD COLUMN "questions" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "attendances" ADD COLUMN "answers" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "activities" ADD CONSTRAINT "activities_questions" CHECK (jsonb_typeof("activities"."questions") = 'array' and jsonb_array_length("activities"."questions") <= 5);
ALTER TABLE "attendances" ADD CONSTRAINT "attendances_answers" CHECK (jsonb_typeof("attendances"."answers") = 'array' and jsonb_array_length("attendances"."answers") <= 5);