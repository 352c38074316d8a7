package dev.guildhall.wire.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * How a provider is reached.
 *
 * @param tls decides which certificates are trusted
 * @param proxy the proxy for all requests; absent means the one of the Java runtime
 */
public record Network(SSLContext tls, Optional<ProxyAddress> proxy) {
    /** With the certificate authorities and the proxies of the Java runtime. */
    public static final Network DEFAULT = new Network(tlsOfRuntime(), Optional.empty());

    private static SSLContext tlsOfRuntime() {
        try {
            return SSLContext.getDefault();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("the Java runtime has no TLS", impossible);
        }
    }

    /**
     * Trusts the certificate authorities of the Java runtime and those in a file.
     *
     * @param pem a file with one certificate or more in PEM form
     * @throws IllegalArgumentException whose message names the file, when it cannot be read or has no certificate
     */
    public static SSLContext trusting(Path pem) {
        try (InputStream in = Files.newInputStream(pem)) {
            List<Certificate> trusted =
                    new ArrayList<>(CertificateFactory.getInstance("X.509").generateCertificates(in));
            if (trusted.isEmpty()) {
                throw new IllegalArgumentException(pem + ": has no certificate");
            }
            for (TrustManager manager : managers(null)) {
                if (manager instanceof X509TrustManager usual) {
                    X509Certificate[] issuers = usual.getAcceptedIssuers();
                    trusted.addAll(Arrays.asList(issuers));
                }
            }
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (int i = 0; i < trusted.size(); i++) {
                store.setCertificateEntry("authority-" + i, trusted.get(i));
            }
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(null, managers(store), null);
            return tls;
        } catch (IOException unreadable) {
            throw new IllegalArgumentException(pem + ": cannot be read", unreadable);
        } catch (GeneralSecurityException malformed) {
            throw new IllegalArgumentException(pem + ": is not a file of certificates in PEM form", malformed);
        }
    }

    private static TrustManager[] managers(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }
}
