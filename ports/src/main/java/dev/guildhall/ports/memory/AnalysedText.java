package dev.guildhall.ports.memory;

import java.util.Arrays;

/**
 * The text of a memory, analysed for searches. Stores keep it as it is.
 *
 * @param bytes in a format that only the search knows
 */
@SuppressWarnings("ArrayRecordComponent") // The array is copied in and out, and equality compares its content.
public record AnalysedText(byte[] bytes) {
    public AnalysedText {
        bytes = bytes.clone();
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AnalysedText text && Arrays.equals(bytes, text.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "AnalysedText[" + bytes.length + "]";
    }
}
