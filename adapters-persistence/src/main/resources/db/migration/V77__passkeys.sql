-- Passkeys are factors without a secret: the private key stays with the authenticator.
ALTER TABLE factors
    ALTER COLUMN sealed_secret DROP NOT NULL,
    ADD COLUMN name text,
    ADD COLUMN credential_id text,
    ADD COLUMN public_key text,
    ADD COLUMN transports text[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT factors_secret_or_passkey CHECK (
        num_nonnulls(sealed_secret, credential_id) = 1
        AND num_nonnulls(name, credential_id, public_key) IN (0, 3));
CREATE UNIQUE INDEX factors_of_credential ON factors (credential_id);

-- A challenge for a sign-in with a passkey alone is for no account yet.
ALTER TABLE account_tokens ALTER COLUMN user_id DROP NOT NULL;
