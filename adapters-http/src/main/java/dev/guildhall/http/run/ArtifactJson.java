package dev.guildhall.http.run;

import dev.guildhall.ports.run.Artifact;
import dev.guildhall.ports.run.TestName;
import dev.guildhall.wire.json.EnumNames;
import org.jspecify.annotations.Nullable;

/** The JSON of a file of a run (runs-22); {@code size} is in bytes. */
record ArtifactJson(
        String name,
        String kind,
        String contentType,
        long size,
        String url,
        @Nullable String test) {
    static ArtifactJson of(Artifact artifact, FileAddresses files) {
        return new ArtifactJson(
                artifact.name(),
                EnumNames.of(artifact.kind()),
                artifact.contentType(),
                artifact.size(),
                files.artifact(artifact.name()),
                artifact.test().map(TestName::label).orElse(null));
    }
}
