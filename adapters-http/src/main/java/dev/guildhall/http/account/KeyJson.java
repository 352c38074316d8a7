package dev.guildhall.http.account;

import dev.guildhall.http.json.Json;
import dev.guildhall.ports.key.KeyPhase;
import dev.guildhall.ports.key.SigningKeyDetails;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The JSON of one signing key; the time of an event that has not happened yet is null. */
record KeyJson(
        String kid,
        String status,
        String createdAt,
        @Nullable String activeFrom,
        @Nullable String retiredAt) {
    static KeyJson of(SigningKeyDetails key) {
        String createdAt = Json.timestamp(key.createdAt());
        return switch (key.phase()) {
            case KeyPhase.Next ignored -> new KeyJson(key.keyId(), "next", createdAt, null, null);
            case KeyPhase.Active(var from) -> new KeyJson(key.keyId(), "active", createdAt, Json.timestamp(from), null);
            case KeyPhase.Retired(var from, var at) ->
                new KeyJson(key.keyId(), "retired", createdAt, Json.timestamp(from), Json.timestamp(at));
        };
    }

    /** The list of keys. */
    record AllJson(List<KeyJson> keys) {
        static AllJson of(List<SigningKeyDetails> keys) {
            return new AllJson(keys.stream().map(KeyJson::of).toList());
        }
    }
}
