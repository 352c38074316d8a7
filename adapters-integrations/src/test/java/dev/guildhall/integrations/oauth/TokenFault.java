package dev.guildhall.integrations.oauth;

/** The faults of a provider's id tokens. */
enum TokenFault {
    WRONG_NONCE,
    NO_NONCE,
    WRONG_ISSUER,
    WRONG_AUDIENCE,
    SEVERAL_AUDIENCES,
    WRONG_PARTY,
    WRONG_KEY,
    UNKNOWN_KEY,
    EXPIRED,
    FROM_THE_FUTURE,
    UNSIGNED,
    SIGNED_WITH_THE_PUBLIC_KEY,
    NO_SUBJECT,
    EMPTY_SUBJECT,
    NUMBER_AS_SUBJECT,
    EMPTY_PARTY,
    EMPTY_NONCE,
    LEFT_OUT
}
