package dev.guildhall.ports.apikey;

/**
 * A new API key.
 *
 * @param key the key
 * @param secret the whole key, which only its maker ever sees
 */
public record MadeApiKey(ManagedApiKey key, String secret) {
    @Override
    public String toString() {
        return "MadeApiKey[" + key + "]";
    }
}
