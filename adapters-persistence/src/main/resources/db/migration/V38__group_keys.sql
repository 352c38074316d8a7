-- The account that the API keys of a group act as. It is created with the first key of the group and erased with the group.
ALTER TABLE groups ADD COLUMN service_account_id text UNIQUE REFERENCES users (id) ON DELETE SET NULL;
