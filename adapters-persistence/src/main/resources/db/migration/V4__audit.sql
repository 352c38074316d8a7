-- What was done, and when. Rows are added and swept, never changed. A row without a user tells of a sign-in that failed at
-- an address that has no account.
CREATE TABLE audit_entries (
    id      text PRIMARY KEY,
    user_id text REFERENCES users (id) ON DELETE CASCADE,
    action  text NOT NULL,
    details jsonb NOT NULL,
    at      timestamptz NOT NULL
);
CREATE INDEX audit_entries_of_user ON audit_entries (user_id, id);
CREATE INDEX audit_entries_by_time ON audit_entries (at);
