package dev.guildhall.http.webchat;

import dev.guildhall.http.Access;
import dev.guildhall.http.ContentResponse;
import dev.guildhall.http.Exchange;
import dev.guildhall.http.MultipartFiles;
import dev.guildhall.http.Route;
import dev.guildhall.http.error.ErrorForm;
import dev.guildhall.ports.UserId;
import dev.guildhall.ports.file.FileId;
import dev.guildhall.ports.file.FileName;
import dev.guildhall.ports.file.Files;
import dev.guildhall.ports.file.ReceivedFile;
import dev.guildhall.ports.file.StoredFile;
import dev.guildhall.ports.run.Content;
import dev.guildhall.wire.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files of web users over HTTP (chat-16 to chat-18). */
public final class StoredFileRoutes {
    private record StoredFileJson(
            String id, String name, long size, String contentType, String sha256, String createdAt) {
        static StoredFileJson of(StoredFile file) {
            return new StoredFileJson(
                    file.id().value(),
                    file.name().value(),
                    file.size(),
                    file.contentType(),
                    file.sha256().value(),
                    Json.timestamp(file.createdAt()));
        }
    }

    private static final ErrorForm ERRORS = new WebChatErrors();

    private final Files files;

    public StoredFileRoutes(Files files) {
        this.files = files;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/files", Access.SESSION, this::find),
                Route.post("/api/files", Access.SESSION, this::upload),
                Route.delete("/api/files", Access.SESSION, this::delete));
    }

    private void find(Exchange exchange) {
        Optional<FileId> fileId = exchange.query("fileId").map(FileId::new);
        if (fileId.isEmpty()) {
            list(exchange);
        } else if (exchange.flag("download")) {
            download(exchange, fileId.get());
        } else {
            exchange.json(200, StoredFileJson.of(files.find(exchange.caller(), fileId.get())));
        }
    }

    private void list(Exchange exchange) {
        UserId userId = WebChatRoutes.owner(exchange);
        exchange.json(
                200,
                Json.page("files", files.list(exchange.caller(), userId, exchange.page("file")), StoredFileJson::of));
    }

    /** A file is never displayed with the origin of this server: a user's page or drawing could act as another user. */
    private void download(Exchange exchange, FileId id) {
        StoredFile file = files.find(exchange.caller(), id);
        Content content = files.open(exchange.caller(), id);
        try (InputStream in = content.stream()) {
            exchange.header("Content-Security-Policy", "sandbox; default-src 'none'");
            exchange.header("Content-Disposition", attachment(file.name()));
            exchange.storeInBrowser();
            ContentResponse.send(
                    exchange,
                    ERRORS,
                    new ContentResponse.Entity(file.contentType(), file.sha256()),
                    new Content(content.size(), in));
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** The form of RFC 6266: clients that do not support the second form use the first one. */
    private static String attachment(FileName name) {
        String plain = name.value().replaceAll("[^A-Za-z0-9 ._()-]", "_");
        String exact = URLEncoder.encode(name.value(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("*", "%2A");
        return "attachment; filename=\"" + plain + "\"; filename*=UTF-8''" + exact;
    }

    private void upload(Exchange exchange) {
        List<StoredFile> kept = files.keep(exchange.caller(), received(exchange));
        exchange.json(201, Json.list("files", kept, StoredFileJson::of));
    }

    /** When the form ends badly, the files that it had before are discarded. */
    private List<ReceivedFile> received(Exchange exchange) {
        List<ReceivedFile> received = new ArrayList<>();
        try {
            return MultipartFiles.receive(exchange, (name, content) -> {
                ReceivedFile file = files.receive(exchange.caller(), FileName.parse(name), content);
                received.add(file);
                return file;
            });
        } catch (RuntimeException failed) {
            try {
                files.discard(exchange.caller(), received);
            } catch (RuntimeException left) {
                failed.addSuppressed(left);
            }
            throw failed;
        }
    }

    private void delete(Exchange exchange) {
        files.delete(exchange.caller(), exchange.requiredQuery("fileId", FileId::new));
        exchange.noContent();
    }
}
