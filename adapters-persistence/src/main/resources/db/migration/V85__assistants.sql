-- Assistants, with what lists and searches need of their newest versions.
CREATE TABLE assistants (
    id          text PRIMARY KEY,
    owner       text NOT NULL,
    counts_for  text,
    version     integer NOT NULL,
    name        text NOT NULL,
    description text NOT NULL,
    everyone    boolean NOT NULL,
    group_id    text,
    created_at  timestamptz NOT NULL
);
CREATE INDEX assistants_of_owner ON assistants (owner, id);
CREATE INDEX assistants_of_group ON assistants (group_id, id) WHERE group_id IS NOT NULL;
CREATE INDEX assistants_of_everyone ON assistants (id) WHERE everyone;
CREATE INDEX assistants_by_name ON assistants (name, id);
CREATE INDEX assistants_counted_for ON assistants (counts_for) WHERE counts_for IS NOT NULL;

CREATE TABLE assistant_versions (
    assistant_id text NOT NULL REFERENCES assistants (id) ON DELETE CASCADE,
    version      integer NOT NULL,
    definition   text NOT NULL,
    updated_at   timestamptz NOT NULL,
    PRIMARY KEY (assistant_id, version)
);

ALTER TABLE chats ADD COLUMN assistant text;
