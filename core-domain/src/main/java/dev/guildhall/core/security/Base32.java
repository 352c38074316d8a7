package dev.guildhall.core.security;

/** Base32 (RFC 4648) without padding, in capital letters. */
public final class Base32 {
    private static final String ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    private static final int BITS = 5;

    private Base32() {}

    public static String encode(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length * Byte.SIZE / BITS + 1);
        int buffer = 0;
        int bits = 0;
        for (byte next : bytes) {
            buffer = (buffer << Byte.SIZE) | (next & 0xFF);
            bits += Byte.SIZE;
            while (bits >= BITS) {
                bits -= BITS;
                text.append(ALPHABET.charAt((buffer >> bits) & 0x1F));
            }
        }
        if (bits > 0) {
            text.append(ALPHABET.charAt((buffer << (BITS - bits)) & 0x1F));
        }
        return text.toString();
    }

    /**
     * The bytes of a text that {@link #encode} returned.
     *
     * @throws IllegalArgumentException for another character
     */
    public static byte[] decode(String text) {
        byte[] bytes = new byte[text.length() * BITS / Byte.SIZE];
        int buffer = 0;
        int bits = 0;
        int at = 0;
        for (int i = 0; i < text.length(); i++) {
            int value = ALPHABET.indexOf(text.charAt(i));
            if (value < 0) {
                throw new IllegalArgumentException("not Base32");
            }
            buffer = (buffer << BITS) | value;
            bits += BITS;
            if (bits >= Byte.SIZE) {
                bits -= Byte.SIZE;
                bytes[at++] = (byte) (buffer >> bits);
            }
        }
        return bytes;
    }
}
