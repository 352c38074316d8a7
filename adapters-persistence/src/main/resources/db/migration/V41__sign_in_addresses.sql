-- The network addresses from which an account was registered or signed in to: attempts from them are not refused because of
-- the failures of strangers.
CREATE TABLE sign_in_addresses (
    user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    address text NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, address)
);
