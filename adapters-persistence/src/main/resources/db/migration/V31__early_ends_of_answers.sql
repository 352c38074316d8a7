-- Why an answer ended before it was whole: stopped, failed or interrupted. Absent for whole answers and other messages, and for
-- those that were stored before this column was there.
ALTER TABLE chat_messages ADD COLUMN ended text;

-- No statement looks answers up by their node: a node asks which of its own answers it has to stop.
DROP INDEX answers_to_stop;
