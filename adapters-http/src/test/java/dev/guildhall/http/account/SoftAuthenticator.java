package dev.guildhall.http.account;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.guildhall.wire.json.Json;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** A browser with an authenticator that has one passkey: ES256, attestation none (WebAuthn, level 2). */
final class SoftAuthenticator {
    private static final int PRESENT = 0x01;
    private static final int VERIFIED = 0x04;
    private static final int CREDENTIAL = 0x40;
    private static final int COORDINATE = 32;

    /**
     * How a browser and its authenticator behave.
     *
     * @param party whose identifier the authenticator signs
     * @param counts whether the counter grows with each signature
     */
    record Behaviour(String origin, String party, boolean verifies, boolean counts, boolean isFramed) {
        static final Behaviour USUAL = new Behaviour("http://localhost:8080", "localhost", true, true, false);

        Behaviour at(String other) {
            return new Behaviour(other, party, verifies, counts, isFramed);
        }

        Behaviour forParty(String other) {
            return new Behaviour(origin, other, verifies, counts, isFramed);
        }

        Behaviour unverified() {
            return new Behaviour(origin, party, false, counts, isFramed);
        }

        Behaviour framed() {
            return new Behaviour(origin, party, verifies, counts, true);
        }
    }

    private final KeyPair keys;
    private final byte[] credentialId = new byte[32];
    private String userHandle = "";
    private int counter;

    SoftAuthenticator() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            keys = generator.generateKeyPair();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
        new SecureRandom().nextBytes(credentialId);
    }

    String credentialId() {
        return text(credentialId);
    }

    void setCounter(int next) {
        counter = next;
    }

    /** What {@code navigator.credentials.create} gives. */
    ObjectNode create(JsonNode options, Behaviour behaviour) {
        userHandle = options.at("/user/id").asText();
        byte[] authenticatorData = join(
                authenticatorData(behaviour, CREDENTIAL),
                new byte[16],
                ByteBuffer.allocate(2).putShort((short) credentialId.length).array(),
                credentialId,
                coseKey());
        byte[] attestation = join(
                new byte[] {(byte) 0xA3},
                cborText("fmt"),
                cborText("none"),
                cborText("attStmt"),
                new byte[] {(byte) 0xA0},
                cborText("authData"),
                cborBytes(authenticatorData));
        ObjectNode credential = credential();
        ObjectNode response = credential.putObject("response");
        response.put("clientDataJSON", text(clientData("webauthn.create", options, behaviour)));
        response.put("attestationObject", text(attestation));
        response.putArray("transports").add("internal");
        return credential;
    }

    /** What {@code navigator.credentials.get} gives. */
    ObjectNode get(JsonNode options, Behaviour behaviour) {
        byte[] authenticatorData = authenticatorData(behaviour, 0);
        byte[] clientData = clientData("webauthn.get", options, behaviour);
        ObjectNode credential = credential();
        ObjectNode response = credential.putObject("response");
        response.put("clientDataJSON", text(clientData));
        response.put("authenticatorData", text(authenticatorData));
        response.put("signature", text(signed(join(authenticatorData, sha256(clientData)))));
        if (!userHandle.isEmpty()) {
            response.put("userHandle", userHandle);
        }
        return credential;
    }

    private ObjectNode credential() {
        return Json.MAPPER.createObjectNode().put("id", credentialId()).put("type", "public-key");
    }

    private static byte[] clientData(String type, JsonNode options, Behaviour behaviour) {
        return Json.MAPPER
                .createObjectNode()
                .put("type", type)
                .put("challenge", options.get("challenge").asText())
                .put("origin", behaviour.origin())
                .put("crossOrigin", behaviour.isFramed())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    private byte[] authenticatorData(Behaviour behaviour, int more) {
        counter = behaviour.counts() ? counter + 1 : 0;
        int flags = PRESENT | (behaviour.verifies() ? VERIFIED : 0) | more;
        return join(
                sha256(behaviour.party().getBytes(StandardCharsets.UTF_8)),
                new byte[] {(byte) flags},
                ByteBuffer.allocate(4).putInt(counter).array());
    }

    private byte[] coseKey() {
        ECPublicKey key = (ECPublicKey) keys.getPublic();
        return join(
                new byte[] {(byte) 0xA5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21},
                cborBytes(coordinate(key.getW().getAffineX())),
                new byte[] {0x22},
                cborBytes(coordinate(key.getW().getAffineY())));
    }

    private static byte[] coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[COORDINATE];
        int length = Math.min(bytes.length, COORDINATE);
        System.arraycopy(bytes, bytes.length - length, fixed, COORDINATE - length, length);
        return fixed;
    }

    private byte[] signed(byte[] data) {
        try {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(keys.getPrivate());
            signature.update(data);
            return signature.sign();
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] cborText(String text) {
        return join(new byte[] {(byte) (0x60 | text.length())}, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] cborBytes(byte[] bytes) {
        return join(new byte[] {0x59, (byte) (bytes.length >> 8), (byte) bytes.length}, bytes);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
