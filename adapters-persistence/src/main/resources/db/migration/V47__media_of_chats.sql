-- How many bytes the pictures, sounds and files within a message have, and those of all messages of a chat.
ALTER TABLE chat_messages ADD COLUMN media_bytes bigint NOT NULL DEFAULT 0;
ALTER TABLE chats ADD COLUMN media_bytes bigint NOT NULL DEFAULT 0;
UPDATE chat_messages SET media_bytes = CAST(octet_length(parts) AS bigint) * 3 / 4 WHERE parts LIKE '%;base64,%';
UPDATE chats SET media_bytes = total
FROM (SELECT chat_id, sum(media_bytes) AS total FROM chat_messages WHERE media_bytes > 0 GROUP BY chat_id) messages
WHERE id = chat_id;
CREATE INDEX chats_with_media ON chats (user_id) INCLUDE (media_bytes) WHERE media_bytes > 0;
