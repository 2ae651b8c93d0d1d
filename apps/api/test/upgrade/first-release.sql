-- Data in the schema of the first release (migrations 0000 and 0001); all people are fictional.
-- Includes rows that later migrations move, fill or forbid: unverified accounts, two links for one purpose, a null name.
INSERT INTO users (id, username, email, phone, password_hash, role, is_active, email_verified_at, created_at, updated_at) VALUES
  ('01930000-0000-7000-8000-000000000001', 'Ana Chocué', 'ana@example.org', '3001234567', '-', 'user', true, '2026-10-01T12:00:00Z', '2026-10-01T11:00:00Z', '2026-10-01T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000002', 'Beto Ñáñez', 'beto@example.org', '', '-', 'admin', true, '2026-10-02T12:00:00Z', '2026-10-02T11:00:00Z', '2026-10-02T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000003', 'Carla sin confirmar', 'carla@example.org', '3009876543', '-', 'user', true, NULL, '2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z'),
  ('01930000-0000-7000-8000-000000000004', 'Delfina sin enlace', 'delfina@example.org', '', '-', 'user', true, NULL, '2026-11-21T11:00:00Z', '2026-11-21T11:00:00Z'),
  ('01930000-0000-7000-8000-000000000005', 'Efraín inactivo', 'efrain@example.org', '', '-', 'user', false, '2026-10-03T12:00:00Z', '2026-10-03T11:00:00Z', '2026-10-03T12:00:00Z');

INSERT INTO email_tokens (id, token_hash, purpose, user_id, expires_at) VALUES
  ('01930000-0000-7000-8000-000000000011', sha256('carla, primero'), 'verify', '01930000-0000-7000-8000-000000000003', '2026-11-22T10:00:00Z'),
  ('01930000-0000-7000-8000-000000000012', sha256('carla, segundo'), 'verify', '01930000-0000-7000-8000-000000000003', '2026-11-22T10:30:00Z'),
  ('01930000-0000-7000-8000-000000000013', sha256('ana, clave'), 'reset', '01930000-0000-7000-8000-000000000001', '2026-11-21T17:30:00Z');

INSERT INTO sessions (id, token_hash, user_id, user_agent, created_at, last_seen_at) VALUES
  ('01930000-0000-7000-8000-000000000021', sha256('sesion-de-ana000000000000000000000000000000'), '01930000-0000-7000-8000-000000000001', 'Firefox', '2026-11-20T12:00:00Z', '2026-11-21T16:00:00Z');

INSERT INTO sign_in_failures (email_hash, failures, refused_until, last_failure_at) VALUES
  (sha256('ana@example.org'), 2, '2026-11-21T16:00:02Z', '2026-11-21T16:00:00Z');

INSERT INTO images (id, width, height, widths, placeholder, is_used, created_at, unused_since) VALUES
  ('01930000-0000-7000-8000-000000000031', 640, 400, '{320,640}', 'data:,', true, '2026-10-05T12:00:00Z', '2026-10-05T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000032', 320, 200, '{320}', 'data:,', false, '2026-11-21T16:30:00Z', '2026-11-21T16:30:00Z');

INSERT INTO activities (id, owner_id, title, description, place, date, responsible, image_id, promotion_start, promotion_end, status, rejection_reason, created_at, updated_at) VALUES
  ('01930000-0000-7000-8000-000000000041', '01930000-0000-7000-8000-000000000001', 'Cosecha de café', E'Traer canasto.\n«Con ñapa» y \\ barra.', 'Vereda La Unión', '2026-12-05T14:00:00Z', '{Ana,Beto}', '01930000-0000-7000-8000-000000000031', NULL, NULL, 'pending', NULL, '2026-10-05T12:00:00Z', '2026-10-05T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000042', '01930000-0000-7000-8000-000000000002', 'Limpieza del río', '', 'Río Molino', '2026-12-06T14:00:00Z', '{Beto}', NULL, '2026-11-20T12:00:00Z', '2026-11-27T12:00:00Z', 'approved', NULL, '2026-10-06T12:00:00Z', '2026-10-07T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000043', '01930000-0000-7000-8000-000000000001', 'Olla comunitaria', 'Ya pasó.', 'Galería', '2026-10-20T17:00:00Z', '{Ana}', NULL, NULL, NULL, 'approved', NULL, '2026-10-08T12:00:00Z', '2026-10-08T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000044', '01930000-0000-7000-8000-000000000001', 'Rifa', 'No es solidaria.', 'Centro', '2026-12-07T14:00:00Z', '{Ana}', NULL, NULL, NULL, 'rejected', 'Las rifas no caben aquí.', '2026-10-09T12:00:00Z', '2026-10-10T12:00:00Z');

INSERT INTO attendances (id, activity_id, user_id, name, email, proof_hash, created_at) VALUES
  ('01930000-0000-7000-8000-000000000051', '01930000-0000-7000-8000-000000000042', '01930000-0000-7000-8000-000000000001', 'Ana Chocué', 'ana@example.org', NULL, '2026-10-11T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000052', '01930000-0000-7000-8000-000000000041', NULL, 'Luz', 'luz@example.org', sha256('prueba de luz'), '2026-10-12T12:00:00Z'),
  ('01930000-0000-7000-8000-000000000053', '01930000-0000-7000-8000-000000000041', NULL, NULL, NULL, NULL, '2026-10-13T12:00:00Z');

INSERT INTO reminders (id, user_id, activity_id, days_before, created_at) VALUES
  ('01930000-0000-7000-8000-000000000061', '01930000-0000-7000-8000-000000000001', '01930000-0000-7000-8000-000000000042', 3, '2026-10-14T12:00:00Z');

INSERT INTO mails (id, recipient, subject, html, text, created_at, sent_at, failure) VALUES
  ('01930000-0000-7000-8000-000000000071', 'ana@example.org', 'Ya salió', '', '', '2026-10-15T12:00:00Z', '2026-10-15T12:00:01Z', NULL),
  ('01930000-0000-7000-8000-000000000072', 'luz@example.org', 'Todavía no', '<p>Hola</p>', 'Hola', '2026-11-21T16:59:00Z', NULL, 'ECONNECTION');

INSERT INTO rate_limits (key, points, expire) VALUES ('register:127.0.0.1', 3, 1795284000000);
