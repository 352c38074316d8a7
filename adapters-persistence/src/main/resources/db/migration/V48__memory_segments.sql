-- The first search of a user reads all memories: 100,000 rows that lie among those of other users. So the memories whose
-- revisions are in (256 * number, 256 * (number + 1)] are stored as one value too. A change of one of them deletes it.
CREATE TABLE memory_segments (
    user_id  text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number   bigint NOT NULL,
    memories bytea NOT NULL,
    PRIMARY KEY (user_id, number)
);
ALTER TABLE memory_segments ALTER COLUMN memories SET STORAGE EXTERNAL;

-- How many segments a user has, and how many changes have deleted the segments that they touched: a node of a version
-- before 48 deletes none. The index finds the users who could have eight more segments, or whose segments may be stale.
ALTER TABLE memory_owners ADD COLUMN segments bigint NOT NULL DEFAULT 0, ADD COLUMN tracked bigint NOT NULL DEFAULT 0;
UPDATE memory_owners SET tracked = revision;
CREATE INDEX memory_owners_to_pack ON memory_owners (user_id)
    WHERE revision / 256 - segments >= 8 OR revision <> tracked;

-- The memories that were deleted last, with the number of the change that deleted them.
CREATE TABLE memory_deletions (
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    revision  bigint NOT NULL,
    memory_id text NOT NULL,
    PRIMARY KEY (user_id, revision, memory_id)
);
