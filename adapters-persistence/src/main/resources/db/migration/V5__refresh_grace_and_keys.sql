-- The token that the current refresh token was given for, and what the current one was made of beside it: for as long as
-- it may come again. All null where every second use is theft.
ALTER TABLE sessions ADD COLUMN parent_hash text;
ALTER TABLE sessions ADD COLUMN successor_salt text;
ALTER TABLE sessions ADD COLUMN grace_ends_at timestamptz;
