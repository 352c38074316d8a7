package dev.guildhall.http.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.ports.connection.IntegrationName;
import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.wire.json.Json;
import dev.guildhall.wire.json.JsonBody;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals what a server wants to get back with the answers to its questions (AES-256-GCM): for one caller with one key or
 * session, one server and one request, for {@link #LIFE}. Every node of an installation opens it.
 */
final class RequestStates {
    static final Duration LIFE = Duration.ofHours(24);

    private static final String PURPOSE = "mcp-request-state";
    private static final int NONCE = 12;
    private static final int TAG_BITS = 128;
    private static final SecureRandom RANDOM = new SecureRandom();

    /**
     * What is sealed.
     *
     * @param ofServer the server's own state; absent when it sent none
     * @param answers the answers so far, in order, to a server of the older era, whose call begins anew with each; absent
     *     for one of the newer
     */
    record State(Optional<String> ofServer, Optional<List<Map<String, Object>>> answers) {}

    private final SecretKeySpec key;
    private final InstantSource clock;

    /** @param installation the same on all nodes */
    RequestStates(byte[] installation, InstantSource clock) {
        this.key = derived(installation);
        this.clock = clock;
    }

    private static SecretKeySpec derived(byte[] installation) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(installation, "HmacSHA256"));
            return new SecretKeySpec(mac.doFinal(PURPOSE.getBytes(StandardCharsets.UTF_8)), "AES");
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @param target the server, the method and the name of the request */
    String seal(Peer peer, String target, State state) {
        Map<String, Object> sealed = new LinkedHashMap<>();
        sealed.put("until", clock.instant().plus(LIFE).toEpochMilli());
        state.ofServer().ifPresent(text -> sealed.put("state", text));
        state.answers().ifPresent(answers -> sealed.put("answers", answers));
        byte[] nonce = new byte[NONCE];
        RANDOM.nextBytes(nonce);
        try {
            byte[] secret = cipher(Cipher.ENCRYPT_MODE, nonce, peer, target).doFinal(Json.bytes(sealed));
            byte[] all = ByteBuffer.allocate(NONCE + secret.length)
                    .put(nonce)
                    .put(secret)
                    .array();
            return Base64.getUrlEncoder().withoutPadding().encodeToString(all);
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** @throws RpcRefusal when the text was altered, has expired, or was sealed for another caller or request */
    State open(Peer peer, String target, String text) {
        try {
            byte[] all = Base64.getUrlDecoder().decode(text);
            if (all.length <= NONCE) {
                throw refused();
            }
            Cipher cipher = cipher(Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE), peer, target);
            return state(JsonBody.tree(cipher.doFinal(all, NONCE, all.length - NONCE)));
        } catch (GeneralSecurityException | IllegalArgumentException | Refusal altered) {
            throw refused();
        }
    }

    private State state(JsonNode sealed) {
        if (!clock.instant().isBefore(Instant.ofEpochMilli(sealed.path("until").asLong()))) {
            throw refused();
        }
        Map<String, Object> plain = Params.object(sealed);
        return new State(
                Optional.ofNullable(sealed.path("state").textValue()),
                sealed.has("answers") ? Optional.of(Params.objects(plain, "answers")) : Optional.empty());
    }

    private static RpcRefusal refused() {
        return RpcRefusal.invalidParams("requestState: is not one of this request, or has expired");
    }

    private Cipher cipher(int mode, byte[] nonce, Peer peer, String target) throws GeneralSecurityException {
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(mode, key, new GCMParameterSpec(TAG_BITS, nonce));
        String bound = String.join(
                "\n",
                peer.user().userId().value(),
                peer.user().sessionId().value(),
                peer.view().only().map(IntegrationName::value).orElse(""),
                target);
        cipher.updateAAD(bound.getBytes(StandardCharsets.UTF_8));
        return cipher;
    }
}
