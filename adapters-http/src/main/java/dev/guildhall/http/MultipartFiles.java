package dev.guildhall.http;

import dev.guildhall.ports.problem.Refusal;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.core.MultipartInput;
import org.apache.commons.fileupload2.core.ParameterParser;

/**
 * Reads the files of a {@code multipart/form-data} body while they arrive (RFC 7578), and skips other parts. Confined
 * to its request.
 */
public final class MultipartFiles {
    public static final int MOST_PARTS = 20;

    private static final int MOST_HEADERS = 8 * 1024;
    private static final int MOST_BOUNDARY = 70;
    static final int BUFFER = 64 * 1024;

    private static final String BROKEN = "is not a whole and well-formed form";
    private static final Set<String> PLAIN_ENCODINGS = Set.of("7bit", "8bit", "binary");

    /** Signals a malformed body. Unlike an {@code IOException} it is never a fault of the disk. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String fault;

        Malformed(String fault) {
            super(fault, null, false, false);
            this.fault = fault;
        }
    }

    private final Spare body;
    private final MultipartInput parts;

    private MultipartFiles(Spare body, MultipartInput parts) {
        this.body = body;
        this.parts = parts;
    }

    /**
     * Passes each file of the request's body to the receiver while it arrives: no file is held in memory as a whole. The
     * request counts as one of the caller's open streams, and ends early when the caller's session does.
     *
     * @param receiver takes the name of a file as the client wrote it, and the content, which it reads
     * @return the receiver's results, one or more, in the order of the files
     * @throws Refusal with {@code CommonProblem.Invalid} when the body is not such a form, ends early, has no file, or
     *     has more than {@value #MOST_PARTS} parts; the results for earlier files are discarded then
     */
    public static <T> List<T> receive(Exchange exchange, BiFunction<String, InputStream, T> receiver) {
        try {
            String contentType = exchange.requestHeader("Content-Type").orElse("");
            List<T> received = open(contentType, exchange.arrivingBody()).each(receiver);
            exchange.watch().requireRights();
            return received;
        } catch (Malformed malformed) {
            exchange.header("Connection", "close");
            throw Refusal.invalid("body", malformed.fault);
        } catch (IOException bug) {
            throw new UncheckedIOException(bug);
        }
    }

    /** Begins to read; throws {@code Malformed} when the content type is not {@code multipart/form-data}. */
    public static MultipartFiles open(String contentType, InputStream content) throws IOException {
        Spare body = new Spare(content, Route.MAX_BODY);
        MultipartInput parts = MultipartInput.builder()
                .setInputStream(body)
                .setBufferSize(BUFFER)
                .setBoundary(boundary(contentType))
                .setMaxPartHeaderSize(MOST_HEADERS)
                .get();
        parts.setHeaderCharset(StandardCharsets.UTF_8);
        return new MultipartFiles(body, parts);
    }

    private static byte[] boundary(String contentType) {
        String type = contentType.strip();
        int end = type.indexOf(';');
        if (end < 0 || !type.substring(0, end).strip().equalsIgnoreCase("multipart/form-data")) {
            throw new Malformed("must be multipart/form-data with a boundary");
        }
        return parameter(type, "boundary")
                .filter(boundary -> boundary.length() <= MOST_BOUNDARY)
                .map(boundary -> boundary.getBytes(StandardCharsets.ISO_8859_1))
                .orElseThrow(() -> new Malformed("must have a boundary of 1 to " + MOST_BOUNDARY + " characters"));
    }

    private static Optional<String> parameter(String header, String name) {
        ParameterParser parser = new ParameterParser();
        parser.setLowerCaseNames(true);
        return Optional.ofNullable(parser.parse(header, ';').get(name)).filter(value -> !value.isEmpty());
    }

    /**
     * Reads to the end of the body.
     *
     * @throws Malformed when the body is not well-formed, ends early, or has no file or too many parts
     * @throws Exchange.BodyTooLarge when it has more than {@link Route#MAX_BODY} besides the content of files
     */
    public <T> List<T> each(BiFunction<String, InputStream, T> receiver) {
        List<T> received = new ArrayList<>();
        try {
            int count = 0;
            for (boolean more = parts.skipPreamble(); more; more = parts.readBoundary()) {
                if (++count > MOST_PARTS) {
                    throw new Malformed("must have at most " + MOST_PARTS + " parts");
                }
                fileName(parts.readHeaders())
                        .ifPresentOrElse(name -> received.add(file(name, receiver)), this::passOver);
            }
            if (count == 0) {
                throw new Malformed(BROKEN);
            }
        } catch (FileUploadSizeException tooLong) {
            throw new Malformed("must have at most " + MOST_HEADERS + " bytes of headers in each part");
        } catch (IOException broken) {
            throw new Malformed(BROKEN);
        }
        if (received.isEmpty()) {
            throw new Malformed("must have at least one file");
        }
        return received;
    }

    /** When the receiver refuses the file, the rest of the body stays unread. */
    private <T> T file(String name, BiFunction<String, InputStream, T> receiver) {
        Part content = new Part(parts.newInputStream(), body);
        T received = receiver.apply(name, content);
        content.passOver();
        return received;
    }

    private void passOver() {
        new Part(parts.newInputStream(), body).passOver();
    }

    /** Browsers write a quotation mark as {@code %22}; other clients escape it with a backslash. */
    private static Optional<String> fileName(String headers) {
        String disposition = header(headers, "content-disposition").orElse("");
        if (!disposition.toLowerCase(Locale.ROOT).startsWith("form-data")) {
            throw new Malformed("must have a Content-Disposition of form-data in each part");
        }
        header(headers, "content-transfer-encoding")
                .filter(encoding -> !PLAIN_ENCODINGS.contains(encoding.toLowerCase(Locale.ROOT)))
                .ifPresent(encoded -> {
                    throw new Malformed("must have no Content-Transfer-Encoding");
                });
        return parameter(disposition, "filename")
                .map(name -> name.replace("\\\"", "\"").replace("%22", "\""));
    }

    private static Optional<String> header(String headers, String name) {
        return headers.lines()
                .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
                .findFirst()
                .map(line -> line.substring(name.length() + 1).strip());
    }

    /** The body; limits the number of bytes outside the content of files. */
    private static final class Spare extends FilterInputStream {
        private long spare;

        Spare(InputStream body, long spare) {
            super(body);
            this.spare = spare;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            int read = in.read(into, offset, length);
            spare -= Math.max(0, read);
            if (spare < 0) {
                throw new Exchange.BodyTooLarge(Route.MAX_BODY);
            }
            return read;
        }

        void giveBack(int bytes) {
            spare += bytes;
        }
    }

    /** The content of a part. It ends before the body does; a malformed body is not the receiver's fault. */
    private static final class Part extends InputStream {
        private final InputStream content;
        private final Spare body;

        Part(InputStream content, Spare body) {
            this.content = content;
            this.body = body;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            try {
                int read = content.read(into, offset, length);
                body.giveBack(Math.max(0, read));
                return read;
            } catch (IOException broken) {
                throw new Malformed(BROKEN);
            }
        }

        /** Skips the rest; skipped bytes count against the limit for bytes outside files. */
        void passOver() {
            try {
                content.transferTo(OutputStream.nullOutputStream());
            } catch (IOException broken) {
                throw new Malformed(BROKEN);
            }
        }
    }
}
