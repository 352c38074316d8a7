-- How far one user's changes have come. Whoever changes memories holds this row until the commit, so the numbers become
-- visible in their order.
CREATE TABLE memory_owners (
    user_id   text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    revision  bigint NOT NULL,
    deletions bigint NOT NULL
);

-- superseded_by is no foreign key: what holds in a memory's place may be forgotten by itself.
ALTER TABLE memories
    ADD COLUMN source          text,
    ADD COLUMN superseded_by   text,
    ADD COLUMN fingerprint     text,
    ADD COLUMN revision        bigint,
    ADD COLUMN embedding       bytea,
    ADD COLUMN embedding_model text;

-- What the words of older memories come to is the server's knowledge: each of them stands for itself.
UPDATE memories SET fingerprint = md5(memories.id), revision = numbered.revision
FROM (SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY id) AS revision FROM memories) numbered
WHERE memories.id = numbered.id;

INSERT INTO memory_owners (user_id, revision, deletions) SELECT user_id, count(*), 0 FROM memories GROUP BY user_id;

ALTER TABLE memories
    ALTER COLUMN fingerprint SET NOT NULL,
    ALTER COLUMN revision SET NOT NULL,
    ADD CONSTRAINT memories_meaning CHECK ((embedding IS NULL) = (embedding_model IS NULL));

DROP INDEX memories_of_user;
DROP INDEX memories_of_chat;
CREATE INDEX memories_of_user ON memories (user_id, id DESC);
CREATE INDEX memories_of_type ON memories (user_id, type, id DESC) WHERE superseded_by IS NULL;
CREATE INDEX memories_of_chat ON memories (user_id, chat_id, type, id DESC) WHERE chat_id IS NOT NULL;
CREATE INDEX memories_by_fingerprint ON memories (user_id, type, fingerprint, id DESC) WHERE superseded_by IS NULL;
-- Every change writes one memory at most.
CREATE UNIQUE INDEX memories_by_change ON memories (user_id, revision);
CREATE INDEX memories_by_model ON memories (coalesce(embedding_model, ''), id) WHERE superseded_by IS NULL;

CREATE TABLE disabled_tools (
    user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool    text NOT NULL,
    PRIMARY KEY (user_id, tool)
);

-- trace is json and not jsonb, as tool_uses: what failed may have said a NUL.
CREATE TABLE chat_traces (
    chat_id text NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
    seq     integer NOT NULL,
    trace   json NOT NULL,
    PRIMARY KEY (chat_id, seq)
);

CREATE TABLE chat_summaries (
    chat_id  text PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE,
    text     text NOT NULL,
    messages integer NOT NULL
);
