-- The model that the last question of a chat named.
ALTER TABLE web_chats ADD COLUMN model text;
