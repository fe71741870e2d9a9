ALTER TABLE webhook_deliveries
  -- Of `entry.referred`: the friend who joined. NULL for events recorded before this column.
  ADD COLUMN friend_seq integer;
