package dev.guildhall.integrations.playwright;

import dev.guildhall.ports.problem.Refusal;
import dev.guildhall.ports.run.BlobStore;
import dev.guildhall.ports.run.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Reads and hashes what it is given and keeps nothing, so that only the runner's own memory grows. */
final class DigestStore implements BlobStore {
    @Override
    public Written write(InputStream content, long most) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long size = new DigestInputStream(content, digest).transferTo(OutputStream.nullOutputStream());
            if (size > most) {
                throw Refusal.invalid("content", "is too large");
            }
            return new Written(
                    new Blob(new Sha256(HexFormat.of().formatHex(digest.digest())), size), true, Instant.EPOCH);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    @Override
    public boolean undo(Written written) {
        return false;
    }

    @Override
    public Optional<Blob> find(Sha256 content) {
        return Optional.empty();
    }

    @Override
    public Optional<InputStream> open(Sha256 content) {
        return Optional.empty();
    }

    @Override
    public void sweep(Instant before, UnaryOperator<Set<Sha256>> used) {
        // Nothing is kept.
    }
}
