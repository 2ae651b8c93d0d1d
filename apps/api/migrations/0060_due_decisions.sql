-- The approvals and rejections that are not announced yet, with their failures.
INSERT INTO "due_work" ("kind", "key", "at", "data", "failures", "retry_at")
  SELECT n.kind, n.activity_id::text, n.due_at, n.data, coalesce(p.failures, 0), p.retry_at FROM (
    SELECT 'approvals', activity_id, due_at, '{}'::jsonb FROM "approval_notices"
    UNION ALL SELECT 'rejections', activity_id, due_at, jsonb_build_object('status', status) FROM "rejection_notices"
  ) AS n (kind, activity_id, due_at, data) LEFT JOIN "postponed_work" p ON p.task = n.kind AND p.key = n.activity_id::text;
DELETE FROM "postponed_work" WHERE "task" IN ('approvals', 'rejections');
DROP TABLE "rejection_notices";
DROP TABLE "approval_notices";
