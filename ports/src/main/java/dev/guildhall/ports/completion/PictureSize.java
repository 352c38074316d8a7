package dev.guildhall.ports.completion;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.Optional;

/**
 * The size of a picture, from which providers compute its tokens.
 *
 * @param width in pixels, 1 or more
 * @param height in pixels, 1 or more
 */
public record PictureSize(int width, int height) {
    /** The size is before this byte, unless a JPEG begins with long descriptions. */
    private static final int READ_BYTES = 96 * 1024;

    private static final int OPENAI_LONGEST = 2048;
    private static final int OPENAI_SHORTER = 768;
    private static final int OPENAI_TILE = 512;
    private static final int OPENAI_TOKENS_PER_TILE = 170;

    /** What OpenAI counts for any picture, and alone for one with the detail {@code low}. */
    static final int OPENAI_LEAST = 85;

    private static final int ANTHROPIC_LONGEST = 1568;
    private static final int ANTHROPIC_PIXELS_PER_TOKEN = 750;
    private static final long ANTHROPIC_MOST = 1600;

    /** Reads the size from the beginning of a PNG, JPEG, GIF or WebP; empty when it is not found. */
    public static Optional<PictureSize> of(MediaSource.Inline picture) {
        int characters = Math.min(picture.base64().length(), READ_BYTES / 3 * 4);
        String beginning = picture.base64().subSequence(0, characters).toString();
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(beginning));
            PictureSize size = switch (picture.type()) {
                case "image/png" -> new PictureSize(bytes.getInt(16), bytes.getInt(20));
                case "image/gif" ->
                    new PictureSize(
                            unsigned(bytes.order(ByteOrder.LITTLE_ENDIAN), 6),
                            unsigned(bytes.order(ByteOrder.LITTLE_ENDIAN), 8));
                case "image/jpeg", "image/jpg" -> ofJpeg(bytes);
                case "image/webp" -> ofWebp(bytes.order(ByteOrder.LITTLE_ENDIAN));
                default -> new PictureSize(0, 0);
            };
            return Optional.of(size).filter(read -> read.width > 0 && read.height > 0);
        } catch (BufferUnderflowException | IndexOutOfBoundsException | IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    private static int unsigned(ByteBuffer bytes, int at) {
        return Short.toUnsignedInt(bytes.getShort(at));
    }

    /** The size is in the first frame header, which follows segments with a length each. */
    private static PictureSize ofJpeg(ByteBuffer bytes) {
        int at = 2;
        while (true) {
            int marker = unsigned(bytes, at);
            boolean isFrame =
                    marker >= 0xFFC0 && marker <= 0xFFCF && marker != 0xFFC4 && marker != 0xFFC8 && marker != 0xFFCC;
            if (isFrame) {
                return new PictureSize(unsigned(bytes, at + 7), unsigned(bytes, at + 5));
            }
            at += 2 + unsigned(bytes, at + 2);
        }
    }

    /** The three forms of WebP: lossy, lossless and extended. */
    private static PictureSize ofWebp(ByteBuffer bytes) {
        return switch (bytes.get(15)) {
            case ' ' -> new PictureSize(unsigned(bytes, 26) & 0x3FFF, unsigned(bytes, 28) & 0x3FFF);
            case 'L' -> new PictureSize((bytes.getInt(21) & 0x3FFF) + 1, ((bytes.getInt(21) >>> 14) & 0x3FFF) + 1);
            case 'X' -> new PictureSize((bytes.getInt(24) & 0xFFFFFF) + 1, (bytes.getInt(26) >>> 8) + 1);
            default -> new PictureSize(0, 0);
        };
    }

    /** The tokens by OpenAI's rule or by Anthropic's, whichever are more, so that a budget holds with either. */
    long tokens() {
        return Math.max(openAi(), anthropic());
    }

    /** Tiles of 512 by 512 pixels, after the picture is made to fit 2,048 pixels and then 768 on its shorter side. */
    private long openAi() {
        double scale = Math.min(1, (double) OPENAI_LONGEST / Math.max(width, height));
        scale = Math.min(scale, (double) OPENAI_SHORTER / Math.min(width, height));
        long across = (long) Math.ceil(width * scale / OPENAI_TILE);
        long down = (long) Math.ceil(height * scale / OPENAI_TILE);
        return OPENAI_LEAST + OPENAI_TOKENS_PER_TILE * across * down;
    }

    /** A token for 750 pixels, after the picture is made to fit 1,568 pixels; at most about 1,600. */
    private long anthropic() {
        double scale = Math.min(1, (double) ANTHROPIC_LONGEST / Math.max(width, height));
        return Math.min(ANTHROPIC_MOST, (long) Math.ceil(width * scale * height * scale / ANTHROPIC_PIXELS_PER_TOKEN));
    }
}
