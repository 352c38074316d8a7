package dev.guildhall.integrations.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.guildhall.integrations.openapi.ApiAuth;
import dev.guildhall.integrations.openapi.OpenApiImport;
import dev.guildhall.integrations.openapi.OpenApiOptions;
import dev.guildhall.integrations.openapi.OpenApiTools;
import dev.guildhall.ports.problem.Violation;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import okhttp3.HttpUrl;

/** Reads the OpenAPI document that a manifest names. */
final class OpenApiReader {
    private static final String PATH = "openapi";

    private final SharedActionSettings frame;
    private final ManifestFaults faults;

    OpenApiReader(SharedActionSettings frame, ManifestFaults faults) {
        this.frame = frame;
        this.faults = faults;
    }

    /**
     * The tools; none when the document is invalid, and the faults are added.
     *
     * @param base the prefix of all paths that the manifest names; absent when the document names it
     */
    HttpReader.Tools read(ManifestFile manifest, JsonNode openapi, Optional<HttpUrl> base) {
        String name =
                openapi.isTextual() ? openapi.asText() : openapi.path("file").asText();
        Optional<OpenApiTools> tools = manifest.beside(name, faults)
                .flatMap(bytes -> text(name, bytes))
                .map(text -> OpenApiImport.read(
                        text, options(openapi, base), frame.schema().validator()));
        if (tools.isEmpty()) {
            return new HttpReader.Tools(List.of(), Optional.empty());
        }
        tools.get().fault().ifPresent(fault -> add(name, fault));
        tools.get().leftOut().forEach(faults::leaveOut);
        tools.get().warnings().forEach(faults::leaveOut);
        return new HttpReader.Tools(tools.get().actions(), tools.get().base());
    }

    private void add(String name, Violation fault) {
        switch (fault.field()) {
            case "document" -> faults.add(PATH, name + " " + fault.message());
            case "baseUrl" -> faults.add(fault.field(), fault.message());
            default -> faults.add(PATH, name + ": " + fault);
        }
    }

    private Optional<String> text(String name, byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException notUtf8) {
            faults.add(PATH, name + " must be UTF-8");
            return Optional.empty();
        }
    }

    private OpenApiOptions options(JsonNode openapi, Optional<HttpUrl> base) {
        return new OpenApiOptions(
                new OpenApiOptions.Tools(frame.integration(), frame.version(), frame.answers()),
                new OpenApiOptions.Address(Optional.empty(), base),
                Optional.of(new ApiAuth(frame.auth().scheme(), frame.auth().place(), Optional.empty())),
                false,
                frame.headers().values().keySet(),
                Texts.set(openapi.path("include")));
    }
}
