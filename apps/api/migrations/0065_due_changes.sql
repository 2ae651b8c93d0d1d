-- Changes that attendees have not been notified of become due work: one row for each edit of a series, and one for each other activity.
INSERT INTO "due_work" ("kind", "key", "at", "data", "failures", "retry_at")
  SELECT 'changes', c.key, c.at, jsonb_build_object('activities', c.activities), coalesce(p.failures, 0), p.retry_at
  FROM (
    SELECT coalesce(series_change_id, activity_id)::text AS key, min(coalesce(s.due_at, c.due_at)) AS at,
      CASE WHEN series_change_id IS NULL THEN 'changes' ELSE 'seriesChanges' END AS task,
      jsonb_object_agg(activity_id, jsonb_build_object('place', place,
        'date', to_char(date AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) AS activities
    FROM "activity_changes" c LEFT JOIN "series_changes" s ON s.id = series_change_id GROUP BY key, task
  ) AS c LEFT JOIN "postponed_work" p ON p.task = c.task AND p.key = c.key;
DELETE FROM "postponed_work" WHERE "task" IN ('changes', 'seriesChanges');
DROP TABLE "activity_changes";
DROP TABLE "series_changes";
