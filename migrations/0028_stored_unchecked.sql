-- `entries.stored` has said nothing since 0010, and its check was planned anew for every signup. The column stays, as it stands in
-- the view `queue`.
ALTER TABLE entries DROP CONSTRAINT entries_stored_check;
