-- Forgets what has expired, and clients that nobody uses: a week after they registered and were never allowed anything, or
-- three months after they were last used.
CREATE OR REPLACE FUNCTION sweep_oauth() RETURNS void
LANGUAGE sql AS $$
  DELETE FROM oauth_access_tokens WHERE expires_at <= now();
  DELETE FROM oauth_artifacts WHERE expires_at <= now();
  DELETE FROM oauth_grants WHERE expires_at <= now();
  DELETE FROM oauth_clients
  WHERE CASE WHEN last_used_at IS NULL THEN created_at <= now() - interval '7 days'
             ELSE last_used_at <= now() - interval '90 days' END;
$$;
