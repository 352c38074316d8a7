package dev.guildhall.core.inmemory;

import dev.guildhall.core.time.ManualTicker;
import dev.guildhall.ports.Sample;
import dev.guildhall.ports.contract.BlobStoreContract;
import dev.guildhall.ports.run.BlobStore;
import java.time.Duration;
import java.time.Instant;

class InMemoryBlobStoreTest implements BlobStoreContract {
    private final ManualTicker time = new ManualTicker(Sample.NOW);
    private final BlobStore blobs = new InMemoryBlobStore(time);

    @Override
    public BlobStore blobs() {
        return blobs;
    }

    @Override
    public Instant now() {
        return time.instant();
    }

    @Override
    public void passTime(Duration duration) {
        time.advance(duration);
    }
}
