-- Administration: when users were seen, who the admins are, what happened, and which nodes run.
ALTER TABLE users ADD COLUMN last_seen_at timestamptz;
CREATE INDEX users_with_roles ON users (id) WHERE roles <> '{}';

-- Its row is locked while the admins change, so that one of them always stays.
CREATE TABLE admin_changes (
    single boolean PRIMARY KEY CHECK (single)
);
INSERT INTO admin_changes (single) VALUES (true);

CREATE INDEX audit_entries_by_action ON audit_entries (action, id);

ALTER TABLE task_nodes ADD COLUMN started_at timestamptz;
ALTER TABLE task_nodes ADD COLUMN version text;
ALTER TABLE task_nodes ADD COLUMN services text[];
