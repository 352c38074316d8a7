CREATE TABLE groups (
    id          text PRIMARY KEY,
    name        text NOT NULL,
    description text,
    created_at  timestamptz NOT NULL
);

-- A membership goes with its profile, and so with its account. Whoever erases an account first hands on the groups that
-- it alone owns: the database does not know who is next in line.
CREATE TABLE group_members (
    id         text PRIMARY KEY,
    group_id   text NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    profile_id text NOT NULL REFERENCES profiles (id) ON DELETE CASCADE,
    role       text NOT NULL CHECK (role IN ('owner', 'admin', 'member')),
    joined_at  timestamptz NOT NULL,
    CONSTRAINT group_members_once UNIQUE (group_id, profile_id)
);
CREATE INDEX group_members_of_group ON group_members (group_id, id);
CREATE INDEX group_members_of_profile ON group_members (profile_id, group_id);
