package dev.guildhall.http.token;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.Provider;
import java.util.Optional;
import org.conscrypt.Conscrypt;

/**
 * Signs with BoringSSL where there is a build of it for the machine, else with the JDK. Signing takes most of a refresh
 * request's time, and BoringSSL needs two thirds of the JDK's time; to generate a key it needs less than a tenth.
 */
final class RsaSigning {
    private static final Logger LOG = System.getLogger(RsaSigning.class.getName());
    /** The BoringSSL provider; absent where there is no build for this machine. */
    static final Optional<Provider> FASTER = faster();

    private RsaSigning() {}

    static JWSSigner signer(RSAKey key) throws JOSEException {
        RSASSASigner signer = new RSASSASigner(key);
        FASTER.ifPresent(signer.getJCAContext()::setProvider);
        return signer;
    }

    private static Optional<Provider> faster() {
        try {
            return Optional.of(Conscrypt.newProvider());
        } catch (LinkageError notForThisMachine) {
            LOG.log(Level.INFO, "access tokens are signed by the JDK: {0}", notForThisMachine.getMessage());
            return Optional.empty();
        }
    }
}
