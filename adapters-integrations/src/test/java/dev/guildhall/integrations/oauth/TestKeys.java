package dev.guildhall.integrations.oauth;

import static java.util.Objects.requireNonNull;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import java.io.IOException;
import java.io.InputStream;
import java.text.ParseException;
import java.util.List;

/** RSA keys of providers: a file, because a key takes half a second of computation to generate. */
final class TestKeys {
    private static final List<RSAKey> ALL = read();

    static final RSAKey FIRST = ALL.get(0);
    static final RSAKey SECOND = ALL.get(1);

    /** A key that no provider has, with the identifier of the first. */
    static final RSAKey FOREIGN = ALL.get(2);

    private TestKeys() {}

    private static List<RSAKey> read() {
        try (InputStream in = requireNonNull(TestKeys.class.getResourceAsStream("keys.json"))) {
            return JWKSet.load(in).getKeys().stream().map(key -> key.toRSAKey()).toList();
        } catch (IOException | ParseException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
