-- One statement may admit people within the capacity and, as the organiser insists, others beyond it: these do not count against those.
CREATE OR REPLACE FUNCTION "count_places"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO activity_places AS places (activity_id, taken, waiting)
      SELECT activity_id,
        coalesce(sum(1 + companions) FILTER (WHERE status <> 'waiting'), 0),
        coalesce(sum(1 + companions) FILTER (WHERE status = 'waiting'), 0)
      FROM added GROUP BY activity_id ORDER BY activity_id
      ON CONFLICT (activity_id) DO UPDATE
        SET taken = places.taken + excluded.taken, waiting = places.waiting + excluded.waiting;
    IF EXISTS (
      SELECT FROM (
        SELECT activity_id, coalesce(sum(1 + companions) FILTER (WHERE is_over_limit), 0) AS beyond
        FROM added WHERE status <> 'waiting' GROUP BY activity_id HAVING NOT bool_and(is_over_limit)
      ) AS admitted
        JOIN activities ON activities.id = admitted.activity_id
        JOIN activity_places ON activity_places.activity_id = admitted.activity_id
      WHERE activity_places.taken - admitted.beyond > activities.capacity
    ) THEN
      RAISE check_violation USING MESSAGE = 'more people than places', CONSTRAINT = 'activity_places_capacity';
    END IF;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE activity_places AS places SET taken = places.taken - change.taken, waiting = places.waiting - change.waiting
    FROM (
      SELECT activity_id,
        coalesce(sum(1 + companions) FILTER (WHERE status <> 'waiting'), 0) AS taken,
        coalesce(sum(1 + companions) FILTER (WHERE status = 'waiting'), 0) AS waiting
      FROM removed GROUP BY activity_id
    ) AS change
    WHERE places.activity_id = change.activity_id;
  ELSE
    UPDATE activity_places AS places SET taken = places.taken + change.taken, waiting = places.waiting + change.waiting
    FROM (
      SELECT added.activity_id,
        sum(CASE WHEN added.status = 'waiting' THEN 0 ELSE 1 + added.companions END
          - CASE WHEN removed.status = 'waiting' THEN 0 ELSE 1 + removed.companions END) AS taken,
        sum(CASE WHEN added.status = 'waiting' THEN 1 + added.companions ELSE 0 END
          - CASE WHEN removed.status = 'waiting' THEN 1 + removed.companions ELSE 0 END) AS waiting
      FROM added JOIN removed ON removed.id = added.id
      WHERE (added.status, added.companions) IS DISTINCT FROM (removed.status, removed.companions)
      GROUP BY added.activity_id
    ) AS change
    WHERE places.activity_id = change.activity_id;
    IF EXISTS (
      SELECT FROM (
        SELECT added.activity_id, coalesce(sum(
          1 + added.companions - CASE WHEN removed.status = 'waiting' THEN 0 ELSE 1 + removed.companions END
        ) FILTER (WHERE added.is_over_limit), 0) AS beyond
        FROM added JOIN removed ON removed.id = added.id
        WHERE added.status <> 'waiting' AND (removed.status = 'waiting' OR added.companions > removed.companions)
        GROUP BY added.activity_id HAVING NOT bool_and(added.is_over_limit)
      ) AS admitted
        JOIN activities ON activities.id = admitted.activity_id
        JOIN activity_places ON activity_places.activity_id = admitted.activity_id
      WHERE activity_places.taken - admitted.beyond > activities.capacity
    ) THEN
      RAISE check_violation USING MESSAGE = 'more people than places', CONSTRAINT = 'activity_places_capacity';
    END IF;
  END IF;
  RETURN NULL;
END $$;
