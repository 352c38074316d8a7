-- What a query means, worked out once.
ALTER TABLE learnt_queries
    ADD COLUMN embedding       bytea,
    ADD COLUMN embedding_model text,
    ADD CONSTRAINT learnt_queries_meaning CHECK ((embedding IS NULL) = (embedding_model IS NULL));

CREATE INDEX learnt_queries_by_model ON learnt_queries (embedding_model);
DROP INDEX learnt_queries_by_age;

-- The last change of each tool's queries. Writers hold the user's row until the commit, so that the numbers of one user
-- become visible in their order. The row stays when the queries are forgotten: readers have to learn of that.
CREATE TABLE learnt_tools (
    user_id   text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    tool_name text NOT NULL,
    revision  bigint NOT NULL,
    PRIMARY KEY (user_id, tool_name)
);
CREATE UNIQUE INDEX learnt_tools_by_change ON learnt_tools (user_id, revision);

INSERT INTO learnt_tools (user_id, tool_name, revision)
SELECT user_id, tool_name, row_number() OVER (PARTITION BY user_id ORDER BY tool_name)
FROM learnt_queries GROUP BY user_id, tool_name;
