-- A query can be longer than what an index takes; two with one digest are one.
ALTER TABLE learnt_queries DROP CONSTRAINT learnt_queries_pkey;
CREATE UNIQUE INDEX learnt_queries_unique ON learnt_queries (user_id, tool_name, md5(query));
