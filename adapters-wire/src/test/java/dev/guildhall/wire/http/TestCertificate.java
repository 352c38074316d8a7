package dev.guildhall.wire.http;

import static java.util.Objects.requireNonNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * A self-signed certificate for {@code localhost}, and its key: a file, because the JDK makes a certificate only in a
 * process of its own ({@code keytool -genkeypair -keyalg EC -groupname secp256r1 -alias test -dname CN=test
 * -ext SAN=dns:localhost -startdate "2020/01/01 00:00:00" -validity 36500 -storepass changeit -keystore test.p12}).
 *
 * @param context of a server that has it and of clients that trust it
 * @param pem the certificate
 */
public record TestCertificate(SSLContext context, String pem) {
    private static final String KEY_BEGINS = "-----BEGIN PRIVATE KEY-----";
    private static final String KEY_ENDS = "-----END PRIVATE KEY-----";

    /** The certificate that all tests share. */
    public static final TestCertificate LOCALHOST = read("localhost.pem");

    private static TestCertificate read(String resource) {
        try (InputStream in = requireNonNull(TestCertificate.class.getResourceAsStream(resource))) {
            String file = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            String pem = file.substring(0, file.indexOf(KEY_BEGINS));
            String key = file.substring(file.indexOf(KEY_BEGINS) + KEY_BEGINS.length(), file.indexOf(KEY_ENDS));
            return new TestCertificate(context(certificate(pem), key(key)), pem);
        } catch (GeneralSecurityException | IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Certificate certificate(String pem) throws GeneralSecurityException {
        return CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
    }

    private static PrivateKey key(String base64) throws GeneralSecurityException {
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(base64)));
    }

    private static SSLContext context(Certificate certificate, PrivateKey key)
            throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry("test", key, new char[0], new Certificate[] {certificate});
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("test", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }
}
