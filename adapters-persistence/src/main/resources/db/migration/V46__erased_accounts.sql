-- An account that was removed keeps its row, without an address and a password, until a task has removed all that belonged to
-- it. Everything but that task reads the view. A node of the version before sees a disabled account.
ALTER TABLE users ADD COLUMN removed_at timestamptz;
CREATE INDEX users_removed ON users (removed_at) WHERE removed_at IS NOT NULL;

CREATE VIEW accounts AS SELECT * FROM users WHERE removed_at IS NULL;
