-- Who began a sign-in with an access token: that user alone links an identity with its state.
ALTER TABLE oauth_states ADD COLUMN user_id text REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX oauth_states_of_user ON oauth_states (user_id) WHERE user_id IS NOT NULL;
