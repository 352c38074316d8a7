package dev.guildhall.http.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWK;
import dev.guildhall.core.inmemory.defaults.RsaKeyMaker;
import dev.guildhall.ports.key.SigningKeyMaker;
import java.util.List;
import org.junit.jupiter.api.Test;

class RsaKeyGeneratorTest {
    @Test
    void a_key_is_named_by_its_thumbprint() throws Exception {
        for (SigningKeyMaker maker : List.of(new RsaKeyGenerator(), new RsaKeyMaker())) {
            JWK jwk = TokenKey.parse(maker.make()).jwk();

            assertThat(jwk.getKeyID()).isEqualTo(jwk.computeThumbprint().toString());
        }
    }
}
