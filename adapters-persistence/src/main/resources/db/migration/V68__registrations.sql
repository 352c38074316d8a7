-- What the gateway of a discovered provider needs to exchange a code, and to refresh and revoke tokens.
ALTER TABLE consents ADD COLUMN sealed_registration text;
ALTER TABLE connections ADD COLUMN sealed_registration text;
