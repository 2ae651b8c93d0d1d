-- The inviter is known where only one account may invite: to an activity without a collective its author. Other pending invitations end;
-- they would have expired within seven days, and the roles that they gave are not proved to be the inviter's.
ALTER TABLE "team_invitations" ADD COLUMN "inviter_id" uuid;
UPDATE "team_invitations" SET "inviter_id" = "activities"."owner_id" FROM "activities"
  WHERE "activities"."id" = "team_invitations"."team_id" AND "activities"."collective_id" IS NULL;
DELETE FROM "team_invitations" WHERE "inviter_id" IS NULL;
ALTER TABLE "team_invitations" ALTER COLUMN "inviter_id" SET NOT NULL;
ALTER TABLE "team_invitations" ADD CONSTRAINT "team_invitations_inviter_id_users_id_fk" FOREIGN KEY ("inviter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "team_invitations_inviter_id_index" ON "team_invitations" USING btree ("inviter_id");

-- Certificates of periods had the account's name. Those with hours that were confirmed under another name end; people download them again.
UPDATE "certificates" SET "revoked_at" = now() WHERE "revoked_at" IS NULL AND "user_id" IS NOT NULL AND EXISTS (
  SELECT FROM jsonb_array_elements("printed" -> 'activities') AS one
  LEFT JOIN "attendances" ON "attendances"."id" = (one ->> 'attendanceId')::uuid
  WHERE public.plain("attendances"."name") IS DISTINCT FROM public.plain("printed" ->> 'name')
);
UPDATE "certificates" AS earlier SET "revoked_at" = now() FROM "certificates" AS later
  WHERE earlier."revoked_at" IS NULL AND later."revoked_at" IS NULL AND earlier."user_id" = later."user_id"
    AND earlier."printed" -> 'period' = later."printed" -> 'period'
    AND (later."issued_at", later."id") > (earlier."issued_at", earlier."id");
CREATE UNIQUE INDEX "certificates_user_id_period_key" ON "certificates" USING btree ("user_id",("printed" -> 'period')) WHERE "certificates"."revoked_at" is null and "certificates"."user_id" is not null;
