-- The new activities of which readers have yet to be notified, with the reader up to whom they were, and the failures.
INSERT INTO "due_work" ("kind", "key", "at", "data", "failures", "retry_at")
  SELECT 'news', n.activity_id::text, n.due_at, jsonb_build_object('collectiveId', n.collective_id,
      'createdAt', to_char(n.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || CASE WHEN n.last_user_id IS NULL THEN '{}' ELSE jsonb_build_object('lastUserId', n.last_user_id) END,
    coalesce(p.failures, 0), p.retry_at
  FROM "follower_news" n LEFT JOIN "postponed_work" p ON p.task = 'news' AND p.key = n.activity_id::text;
-- The readers whose notification failed. Those after the last reader are notified in their turn.
INSERT INTO "due_work" ("kind", "key", "at", "data", "failures", "retry_at")
  SELECT d.kind, p.key, d.at, d.data || jsonb_build_object('userId', split_part(p.key, ' ', 2)), p.failures, p.retry_at
  FROM "postponed_work" p JOIN "due_work" d ON d.kind = 'news' AND d.key = split_part(p.key, ' ', 1)
  WHERE p.task = 'news' AND p.key LIKE '% %' AND split_part(p.key, ' ', 2)::uuid <= (d.data->>'lastUserId')::uuid;
INSERT INTO "due_work" ("kind", "key", "at", "failures", "retry_at")
  SELECT 'newsDigests', e.user_id::text, e.at, coalesce(p.failures, 0), p.retry_at
  FROM (SELECT user_id, min(due_at) AS at FROM "follow_digests" GROUP BY user_id) AS e
    LEFT JOIN "postponed_work" p ON p.task = 'newsDigests' AND p.key = e.user_id::text;
DELETE FROM "postponed_work" WHERE "task" IN ('news', 'newsDigests');
DROP TABLE "follower_news";
DROP INDEX "follow_digests_due_at_index";
