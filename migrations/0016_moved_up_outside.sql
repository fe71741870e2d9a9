-- The email about a new place, for an address that is only in the account's own database: one waits for each person.
CREATE UNIQUE INDEX outbox_moved_up_outside ON outbox (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up_outside';
